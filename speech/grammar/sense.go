package grammar

import (
	"slices"
	"strconv"

	"pitpost.example/engine"
)

// sense is what an entry means.
type sense struct {
	class  class
	what   string // by class: a concept, a digit ("3"), a letter or place, or the command to print
	form   form
	role   engine.Role // of a preposition
	mends  bool        // slips in it are corrected
	denial denial      // tells words of some classes apart; 0 for most
	calm   calm        // of a word of denyClass or doubtClass: why it may stand in a sentence beside a move
}

// count returns the number that a number word stands for, 0 for "last", -1 for the one before that.
func (s sense) count() int {
	n, _ := strconv.Atoi(s.what)
	return n
}

// class is what an entry does in a sentence, a finer part of speech.
type class uint8

func (c class) in(some ...class) bool { return slices.Contains(some, c) }

const (
	verbClass class = iota
	nounClass
	adverbClass
	subjectClass  // I
	meClass       // me, who gets something
	reflexClass   // me, as reflexive verbs need it: "je me défausse"
	youClass      // you, the player spoken to, to whom something is done: "Bo, te rompo la linterna"
	yourClass     // your
	thouClass     // you, right behind the name of who is spoken to: "Bo you rascal"
	myClass       // my
	articleClass  // the, a
	cardClass     // card, number
	squareClass   // square
	spotClass     // a place by its name: the middle goal
	prepClass     // on, to, with
	andClass      // and
	thenClass     // then: another move of this turn follows
	orClass       // or else, otherwise
	itClass       // it
	wishClass     // I'd like to, without its subject
	wishIClass    // I'd like to, with its subject
	amClass       // I'm, as in "I'm playing"
	countClass    // two, three; "one" counts only after "card"
	nthClass      // second, third, before "card"
	letterClass   // a spelled letter: see, Cäsar
	openerClass   // greetings and "my move": only before a move
	closerClass   // farewells: only a signature may follow
	fillerClass   // please, well, now: may stand anywhere
	thanksClass   // thanks: may stand anywhere, and a name may follow
	clauseClass   // a whole remark that changes nothing: "nothing fits"
	reasonClass   // because: a clause that gives a reason follows
	purposeClass  // to, before a verb: "to help us"
	asClass       // as: like because, but only at the front of a text
	commentClass  // it's: behind a comma, a remark on the move follows
	threatClass   // again, think: "Bo you do that again, I break your lamp"
	settingClass  // usually: what follows may hold only in some case
	whoClass      // he, who: behind a comma, a remark on the player to whom the move is done follows
	askClass      // how, what: what a question asks for
	roleClass     // saboteur: what somebody may be taken for
	butClass      // but: the move that follows is what counts, whatever was said before
	soClass       // so, therefore: what came before gave a reason
	theirClass    // his, her, their, to them: of the player named in the sentence before
	doubtClass    // maybe, if, tomorrow, should: the move is only asked about
	denyClass     // not, never, you, he, was: no move
	strangerClass // a word that is known, so that it is not taken for a slip, but has no place in a move
	shownClass    // how letters print a command
	pastClass     // a verb form that can also be the past: put
	wholeClass    // a whole text that stands for a command, such as a standing order
	aboutClass    // the words by which a text is known to mean a command
	clingClass    // an ending with attached pronouns
	ratherClass   // no wait: what follows replaces what came before
	laterClass    // an ending of the future or the conditional
	shortClass    // how people shorten words on phones
	hopeClass     // I hope: at the front of a text, what follows is a wish for the others
	clockClass    // about, at: a number behind it is a time, no card
	unitClass     // o'clock: a number before it is a time, no card
	requestClass  // can you: asks the house to make the move, if "please" stands there too
	pleaseClass   // please
	nobodyClass   // in nobody: whom a negation in a sentence beside a move is about
	metaClass     // suggestion, opposite, the line above: a sentence with it is about the letter itself
	weClass       // we, let's: begins a reason behind a move: "3 on C5, we need to head down"
	formClass     // how verbs look that say what others do or what was: "ge-t"
	calmClass     // which words of denyClass and doubtClass speak against no move beside them
	okayClass     // mind, allowed: ends a condition that is only courtesy, "if nobody minds"
	thinkClass    // I think: before "I", how a decision is told
	toClass       // before an infinitive that something else asks for: "zu legen"
)

// keys maps the key of a row in a file of words to the sense of the words in that row.
var keys = map[string]sense{
	"verb": {class: verbClass, mends: true}, "noun": {class: nounClass}, "kind": {class: nounClass, mends: true},
	"adverb": {class: adverbClass, mends: true}, "number": {class: countClass}, "nth": {class: nthClass}, "letter": {class: letterClass},
	"prep": {class: prepClass}, "show": {class: shownClass}, "whole": {class: wholeClass}, "about": {class: aboutClass}, "past": {class: pastClass},
	"i": {class: subjectClass}, "me": {class: meClass}, "reflex": {class: reflexClass}, "my": {class: myClass}, "you": {class: youClass},
	"your": {class: yourClass}, "thou": {class: thouClass}, "article": {class: articleClass}, "some": {class: articleClass, denial: indefinite}, "card": {class: cardClass, mends: true}, "square": {class: squareClass}, "spot": {class: spotClass},
	"and": {class: andClass}, "then": {class: thenClass}, "after": {class: thenClass, denial: delaying}, "or": {class: orClass}, "it": {class: itClass},
	"wish": {class: wishClass}, "i-wish": {class: wishIClass}, "i-am": {class: amClass},
	"opener": {class: openerClass}, "closer": {class: closerClass}, "filler": {class: fillerClass}, "thanks": {class: thanksClass}, "praise": {class: thanksClass, denial: praising},
	"remark": {class: clauseClass}, "useless": {class: clauseClass, denial: scorning}, "because": {class: reasonClass}, "purpose": {class: purposeClass},
	"that": {class: reasonClass, denial: relating}, "as": {class: asClass}, "comment": {class: commentClass}, "threat": {class: threatClass}, "setting": {class: settingClass}, "so": {class: soClass}, "who": {class: whoClass}, "but": {class: butClass}, "ask": {class: askClass}, "role": {class: roleClass},
	"their": {class: theirClass},
	"doubt": {class: doubtClass}, "think": {class: thinkClass}, "okay": {class: okayClass}, "deny": {class: denyClass}, "not": {class: denyClass, denial: negation}, "said": {class: denyClass, denial: telling},
	"stranger": {class: strangerClass}, "cling": {class: clingClass}, "rather": {class: ratherClass}, "meant": {class: ratherClass, denial: meaning}, "later": {class: laterClass}, "short": {class: shortClass}, "to": {class: toClass}, "request": {class: requestClass}, "please": {class: pleaseClass}, "irony": {class: denyClass, denial: mocking}, "we": {class: weClass}, "meta": {class: metaClass}, "nobody": {class: nobodyClass}, "clock": {class: clockClass}, "clock-at": {class: clockClass, denial: leading}, "unit": {class: unitClass}, "hope": {class: hopeClass},
	"form": {class: formClass}, "they": {class: calmClass, calm: others}, "was": {class: calmClass, calm: bygone}, "near": {class: calmClass, calm: near}, "day": {class: calmClass, calm: someday}, "none": {class: calmClass, calm: lacking},
}

// calm says of a word with which no clause is a move why it may be said in another clause beside one.
type calm uint8

const (
	others  calm = iota + 1 // you, he, our: other people
	bygone                  // was, yesterday: what was or is, told of something else
	near                    // behind: where something is
	someday                 // tomorrow, until: another time, told of something else
	lacking                 // nothing, none: what leaves no other choice
)

// denial says what a word does to a sentence, if it is of a special kind: one that denies, thanks, remarks, gives a reason or
// leads to another move.
type denial uint8

const (
	negation   denial = iota + 1 // not, nothing: may also be part of a reason for a move
	telling                      // said, wrote: reports what somebody said
	praising                     // well played: a move behind it may be the one that is praised
	scorning                     // no use to me: said of a card, it is no reason to lay it
	delaying                     // after that: another move of this turn, or one that is made later
	indefinite                   // a, one of: not "the"
	mocking                      // as if: takes back whatever is said with it
	leading                      // at: only where no place follows is the number behind it a time
	meaning                      // I meant: what it goes on with is what counts
	relating                     // that, where it can also mean because: may say something of a card that lies there
)

// form holds the forms of a verb that a word can be, as bits.
type form uint16

const (
	bare      form = 1 << iota // infinitive
	firstForm                  // I play
	orderForm                  // play!, to one person or politely
	goingForm                  // playing
	thirdForm                  // goes, as in "card 3 goes to C5"
	alone                      // enough!: a sentence by itself, without a subject
	pastForm                   // I put, which may be past
	laterForm                  // future or conditional in one word: "pondré", "pondría"
	toForm                     // an infinitive that something before it asks for: "zu legen"
)

var forms = map[string]form{"inf": bare, "i": firstForm, "order": orderForm, "going": goingForm, "third": thirdForm, "alone": alone, "later": firstForm | laterForm, "to": bare | toForm}

var roles = map[string]engine.Role{"on": engine.On, "to": engine.To, "against": engine.Against, "of": engine.Of, "from": engine.From, "with": engine.With, "under": engine.Under, "into": engine.Into,
	"north": engine.North, "east": engine.East, "south": engine.South, "west": engine.West}
