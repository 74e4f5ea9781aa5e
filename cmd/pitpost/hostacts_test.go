package main

// hostAct is an act of a host, as a line of a letter; T stands for the seat that it is about.
type hostAct struct {
	line    string
	lobby   bool
	before  string // done by the operator before it
	page    [3]string
	facts   string // the facts of the whole match that it adds
	target  string // the key of the subject of what T is told at once
	others  string // what each other seat except the host is told
	changes string // the match afterwards: phase, host's seat, muted seats, listed
	// asks names the seats that are asked for their vote where a host who plays wants it, T for the target and O for each
	// other: then nothing else happens, and the match stays as unchanged says. "never" means that the host is refused.
	asks, unchanged string
}

func hostActs() []hostAct {
	return []hostAct{
		{line: "pause", page: [3]string{"pause"}, facts: "match.paused", target: "house.all-pause-subject", others: "house.all-pause-subject", changes: "paused"},
		{line: "resume", before: "pause", page: [3]string{"resume"}, facts: "match.resumed", target: "house.all-resume-subject", others: "house.all-resume-subject", changes: "running", asks: "TO", unchanged: "paused"},
		{line: "extend 24h", page: [3]string{"extend", "", "24h"}, facts: "match.extended", target: "house.all-extend-subject", others: "house.all-extend-subject", changes: "running"},
		{line: "force T", page: [3]string{"force", "T"}, facts: "match.missed", target: "acts.forced-subject", changes: "running", asks: "never"},
		{line: "rewind 1", page: [3]string{"rewind", "", "1"}, facts: "match.rewound", target: "house.rewound-subject", others: "house.rewound-subject", changes: "running", asks: "TO", unchanged: "running"},
		{line: "mute T for all", page: [3]string{"mute", "T"}, target: "house.muted-subject", others: "house.muted-subject", changes: "running muted", asks: "O", unchanged: "running"},
		{line: "mute T off", before: "mute T for all", page: [3]string{"unmute", "T"}, target: "house.muted-subject", others: "house.muted-subject", changes: "running", asks: "O", unchanged: "running muted"},
		{line: "kick T", page: [3]string{"kick", "T"}, facts: "match.resigned match.replaced", target: "house.kicked-subject", others: "house.left-subject", changes: "running bot", asks: "T", unchanged: "running"},
		{line: "replace T with eli@example.com", page: [3]string{"replace", "T", "eli@example.com"}, facts: "match.resigned match.replaced", target: "house.kicked-subject", others: "house.left-subject", changes: "running bot", asks: "T", unchanged: "running"},
		{line: "host T", page: [3]string{"host", "T"}, target: "house.host-subject", others: "house.host-news-subject", changes: "running hosts"},
		{line: "announce We go on after Easter", page: [3]string{"announce", "", "We go on after Easter"}, facts: "match.said", target: "acts.announced-subject", others: "acts.announced-subject", changes: "running"},
		{line: "block fay@example.com", page: [3]string{"block", "", "fay@example.com"}, target: "acts.blocked-subject", others: "acts.blocked-subject", changes: "running"},
		{line: "block fay@example.com off", before: "block fay@example.com", page: [3]string{"unblock", "", "fay@example.com"}, target: "acts.blocked-subject", others: "acts.blocked-subject", changes: "running"},
		{line: "abort no time", page: [3]string{"abort", "", "no time"}, facts: "match.aborted", changes: "aborted"},
		{line: "fairplay", page: [3]string{"fairplay"}, changes: "running"},
		{line: "invite fay@example.com", lobby: true, page: [3]string{"invite", "", "fay@example.com"}, changes: "lobby +1"},
		{line: "uninvite T", lobby: true, page: [3]string{"uninvite", "T"}, target: "house.uninvited-subject", changes: "lobby -1"},
		{line: "resend T", lobby: true, page: [3]string{"resend", "T"}, target: "house.invite-subject", changes: "lobby"},
		{line: "open", lobby: true, page: [3]string{"open"}, changes: "lobby listed"},
		{line: "fill 1", lobby: true, page: [3]string{"fill"}, changes: "lobby +1"},
		{line: "note bring cake", lobby: true, page: [3]string{"note", "", "bring cake"}, changes: "lobby noted"},
		{line: "start", lobby: true, before: "fill 2", page: [3]string{"start"}, facts: "match.joined match.started match.replaced", changes: "running bot"},
	}
}
