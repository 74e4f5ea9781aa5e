package settings

import (
	"fmt"
	"reflect"

	"pitpost.example/house/world"
)

// Caps are the numbers that bound invitations, matches and letters to strangers: the settings that
// have the same names.
func (s *Settings) Caps() *world.Caps {
	caps := &world.Caps{}
	fields := reflect.ValueOf(caps).Elem()
	for i := range fields.NumField() {
		fields.Field(i).Set(reflect.ValueOf(s.Values).FieldByName(fields.Type().Field(i).Name))
	}
	return caps
}

// caps checks them.
func (s *Settings) caps() error {
	caps := reflect.ValueOf(*s.Caps())
	for i := range caps.NumField() {
		if caps.Field(i).Int() < 0 {
			field, _ := reflect.TypeFor[Fields]().FieldByName(caps.Type().Field(i).Name)
			return fmt.Errorf("%s is a number, 0 for no limit", field.Tag.Get("var"))
		}
	}
	return nil
}
