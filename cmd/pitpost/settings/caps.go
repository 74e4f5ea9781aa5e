package settings

import (
	"fmt"
	"reflect"
)

// caps checks the numbers that bound invitations, matches and letters to strangers.
func (s *Settings) caps() error {
	caps := reflect.ValueOf(s.Caps)
	for i := range caps.NumField() {
		if caps.Field(i).Int() < 0 {
			field, _ := reflect.TypeFor[Fields]().FieldByName(caps.Type().Field(i).Name)
			return fmt.Errorf("%s is a number, 0 for no limit", field.Tag.Get("var"))
		}
	}
	return nil
}
