package table

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
)

// position is the content of a cursor: the query's digest and the last item returned. The partition comes from the query,
// so a forged cursor stays within its own query.
type position struct {
	Query string `json:"q"`
	PK    string `json:"p,omitempty"` // of the table, if the query is of the index
	SK    string `json:"s"`
	Index string `json:"i,omitempty"` // SK of the index
}

// After returns the cursor of a page that ends with last.
func (q Query) After(last Item) string {
	p := position{Query: q.digest(), SK: last.SK}
	if q.Index {
		p.PK, p.Index = last.PK, last.Index.SK
	}
	text, _ := json.Marshal(p) // strings only: cannot fail
	return base64.RawURLEncoding.EncodeToString(text)
}

// Last decodes the query's cursor. It returns the keys of the last item of the earlier page, nil without a cursor, and
// ErrBadCursor if the cursor does not belong to this query.
func (q Query) Last() (*Item, error) {
	if q.Cursor == "" {
		return nil, nil
	}
	text, err := base64.RawURLEncoding.DecodeString(q.Cursor)
	if err != nil {
		return nil, ErrBadCursor
	}
	var p position
	if json.Unmarshal(text, &p) != nil || p.Query != q.digest() {
		return nil, ErrBadCursor
	}
	last := Item{Key: Key{PK: q.PK, SK: p.SK}}
	at := p.SK
	if q.Index {
		last.Key.PK = p.PK
		last.Index = Key{PK: q.PK, SK: p.Index}
		at = p.Index
	}
	if !last.Key.Valid() || q.Index && !last.Index.Valid() || at < q.From || q.To != "" && at > q.To {
		return nil, ErrBadCursor
	}
	return &last, nil
}

// Empty reports whether the query cannot match any item: its partition is not a valid key, or From is greater than To.
func (q Query) Empty() bool {
	bound := func(sk string) bool { return sk == "" || Key{PK: q.PK, SK: sk}.Valid() }
	return !bound(q.From) || !bound(q.To) || !(Key{PK: q.PK, SK: "-"}).Valid() || q.To != "" && q.From > q.To
}

func (q Query) digest() string {
	h := sha256.New()
	for _, part := range []string{q.PK, q.From, q.To} {
		h.Write(binary.AppendUvarint(nil, uint64(len(part))))
		h.Write([]byte(part))
	}
	flags := byte(0)
	if q.Index {
		flags |= 1
	}
	if q.Descending {
		flags |= 2
	}
	h.Write([]byte{flags})
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:9])
}
