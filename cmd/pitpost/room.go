package main

import "runtime"

// roomBytes is how much may always be thrown away before garbage is collected.
const roomBytes = 16 << 20

// giveRoom lets a process with little in memory collect garbage every some hundred letters
// instead of every few: the collector runs when the heap has doubled, and this counts as
// heap. Nobody touches it, so the machine need not find it any memory. It lasts until the
// function that is returned is called.
func giveRoom() (end func()) {
	room := make([]byte, roomBytes)
	return func() { runtime.KeepAlive(room) }
}
