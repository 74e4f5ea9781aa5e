package main

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pitpost.example/cmd/pitpost/app"
	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/lab"
)

// firstWords are what people write to a house before they know it, by language: to open a match, a friendly word, a
// request in a sentence, and words of the house.
var firstWords = map[string]struct{ open, hello, asks, help, status, practice, rules, stop, host string }{
	"en": {"new saboteur with %s", "hello", "Hi! Could we play a round of Saboteur with %s?", "help", "status", "new practice", "rules", "stop", "you are its host"},
	"de": {"neu saboteur mit %s", "Hallo", "Ich würde gern Saboteur mit %s spielen.", "Hilfe", "Status", "neu Übung", "Regeln", "Stopp", "du bist der Host"},
	"es": {"nuevo saboteur con %s", "Hola", "Quiero jugar a Saboteur con %s.", "ayuda", "estado", "nueva práctica", "reglas", "baja", "haces de anfitrión"},
	"fr": {"nouveau saboteur avec %s", "Bonjour", "Je voudrais jouer à Saboteur avec %s.", "aide", "statut", "nouveau entraînement", "règles", "stop", "c’est toi l’hôte"},
	"it": {"nuova saboteur con %s", "Ciao", "Vorrei giocare a Saboteur con %s.", "aiuto", "stato", "nuova pratica", "regole", "stop", "la organizzi tu"},
	"nl": {"nieuw saboteur met %s", "Hallo", "Ik wil graag Saboteur spelen met %s.", "hulp", "status", "nieuw oefenen", "regels", "stop", "jij bent de host"},
	"pt": {"novo saboteur com %s", "Olá", "Quero jogar Saboteur com %s.", "ajuda", "estado", "novo treino", "regras", "parar", "o papel de anfitrião é seu"},
}

// A house that was set up with setup's own answers answers every first letter, in each language, and every letter of its
// players that answers nothing of ours.
func TestAFirstLetterIsAnswered(t *testing.T) {
	t.Parallel()
	dovecot := lab.StartDovecot(t)
	postfix := lab.StartPostfix(t, dovecot.LMTPAddr, "example.org", "example.com")
	data := filepath.Join(t.TempDir(), "house")
	code, said := realSetup(t, dovecot, postfix.SMTPAddr)(data, "\n", "--imap", "imap://"+dovecot.IMAPAddr, "--password-file", lab.File(t, "password", lab.DovecotPassword), "--authserv-id", "mx.example.org")
	if code != done {
		t.Fatalf("setup: %d %s", code, said)
	}
	database, anywhere := settings.Secret(emptyHouse(t)), "127.0.0.1:0"
	s, err := settings.LoadSettings(settings.Fields{Data: &data, DatabaseURL: &database, HTTP: &anywhere}, nil)
	if err != nil {
		t.Fatal(err)
	}
	st, err := app.OpenHouse(context.Background(), s, slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn})), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(st.Close)
	p := &post{t: t, smtp: postfix.SMTPAddr, play: "play@example.org", house: st.Stores.House}

	letters, opens := map[string][]string{}, map[string]string{} // by who wrote them
	send := func(from, subject, text string) {
		p.writeVouched(from, "play@example.org", subject, text)
		letters[from] = append(letters[from], subject+" / "+text)
	}
	for lang, w := range firstWords {
		guests := fmt.Sprintf("guest-%s@example.com, friend-%s@example.com", lang, lang)
		open, asks := fmt.Sprintf(w.open, guests), fmt.Sprintf(w.asks, "guest-"+lang+"@example.com")
		for n, letter := range [][2]string{{"", open}, {w.hello, open}, {open, ""}, {open, w.hello + "!"}, {w.help, ""}, {"", w.help}, {w.status, ""}, {w.hello, asks}, {"", w.practice}, {"", w.rules}, {w.hello, w.hello}, {"", "“" + open + "”"}, {"\"" + open + "\"", ""}} {
			from := fmt.Sprintf("%s%d@example.org", lang, n)
			if send(from, letter[0], letter[1]); strings.Contains(letter[0]+letter[1], open) {
				opens[from] = w.host
			}
		}
		// Somebody who plays writes afresh.
		player := "player-" + lang + "@example.org"
		said, err := st.Stores.House.OpenMatchFor(t.Context(), player, "", "new practice saboteur seats=3", time.Now())
		if err != nil || !said.Done {
			t.Fatal(err, said)
		}
		if lang != "en" {
			p.writeVouched(player, "play@example.org", "", "lang "+lang)
		}
		for _, letter := range [][2]string{{"", fmt.Sprintf("#%d pass 1", said.Match)}, {w.status, ""}, {"", w.help}, {"", w.stop}} {
			send(player, letter[0], letter[1])
		}
	}
	for from, wrote := range letters {
		box, answers := openMailbox(t, dovecot, from), []string(nil)
		for end := time.Now().Add(time.Minute); len(answers) < len(wrote) && time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
			for _, came := range box.look(t) {
				if came.answers != "" {
					answers = append(answers, came.subject+": "+came.text)
				}
			}
		}
		if len(answers) < len(wrote) {
			t.Errorf("%s: %d answers to %q", from, len(answers), wrote)
		}
		if host := opens[from]; len(answers) > 0 && !strings.Contains(strings.Join(strings.Fields(answers[0]), " "), host) {
			t.Errorf("%s is answered in another language than %q: %s", from, wrote, answers[0])
		}
	}
}
