package inbox

// kind says where an element may stand.
type kind uint8

const (
	kindNone      kind = iota
	kindPhrase         // among words
	kindLink           // the same, but in no other
	kindVoid           // has nothing inside
	kindRule           // the same, but in no paragraph
	kindBlock          // in no paragraph
	kindList           // the same; holds items
	kindItem           // in a list
	kindHeading        // in no other
	kindParagraph      // in no other
	kindPre            // its first line end is none
	kindQuote          // a blockquote
	kindTable          // holds rows, and groups of them
	kindRows
	kindRow // holds cells
	kindCell
	kindHTML // from here on what stands round the words
	kindHead
	kindBody
	kindMeta // has nothing inside
	kindRaw  // holds no tags
)

// kinds are the elements that letters are written with. Of any other, or of one where it may
// not stand, a parser must tell what comes of it.
var kinds = map[string]kind{
	"span": kindPhrase, "b": kindPhrase, "i": kindPhrase, "u": kindPhrase, "s": kindPhrase, "em": kindPhrase, "strong": kindPhrase,
	"font": kindPhrase, "small": kindPhrase, "big": kindPhrase, "sub": kindPhrase, "sup": kindPhrase, "tt": kindPhrase, "code": kindPhrase,
	"strike": kindPhrase, "o:p": kindPhrase, "a": kindLink,
	"br": kindVoid, "img": kindVoid, "wbr": kindVoid, "hr": kindRule,
	"div": kindBlock, "center": kindBlock, "section": kindBlock, "address": kindBlock, "article": kindBlock, "header": kindBlock,
	"footer": kindBlock, "ul": kindList, "ol": kindList, "li": kindItem, "p": kindParagraph, "pre": kindPre, "blockquote": kindQuote,
	"h1": kindHeading, "h2": kindHeading, "h3": kindHeading, "h4": kindHeading, "h5": kindHeading, "h6": kindHeading,
	"table": kindTable, "tbody": kindRows, "thead": kindRows, "tfoot": kindRows, "tr": kindRow, "td": kindCell, "th": kindCell,
	"html": kindHTML, "head": kindHead, "body": kindBody, "meta": kindMeta, "link": kindMeta, "base": kindMeta,
	"style": kindRaw, "title": kindRaw, "script": kindRaw,
}

// inTable reports an element that holds others, and no words.
func inTable(k kind) bool { return k == kindTable || k == kindRows || k == kindRow }

// mayStand reports that an element of that kind, opened here, closes none and moves nowhere.
func (s *straightener) mayStand(k kind) bool {
	parent := s.top()
	switch {
	case s.ended:
		return false
	case parent == kindHead:
		return k == kindMeta || k == kindRaw
	case inTable(parent):
		return k == kindRows && parent == kindTable || k == kindRow && parent != kindRow || k == kindCell && parent == kindRow
	}
	switch k {
	case kindRows, kindRow, kindCell:
		return false
	case kindPhrase, kindVoid, kindMeta, kindRaw:
		return true
	case kindLink:
		return s.links == 0
	case kindItem:
		return parent == kindList
	case kindHeading:
		return s.paragraphs == 0 && parent != kindHeading
	case kindHTML:
		return !s.begun && parent == kindNone
	case kindHead, kindBody:
		return !s.begun && (parent == kindNone || parent == kindHTML)
	}
	return s.paragraphs == 0
}
