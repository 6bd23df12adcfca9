package kitchen

import (
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"ordering/infra/local/simulators/page"
	"ordering/locales"
	"ordering/shared/locale"
	"ordering/shared/location"
)

// menuWords are the menu's phrases in the crew's language.
var menuWords = sync.OnceValue(func() locales.Sentences { return locales.Read(string(locale.En), "menu") })

// Prefix is the path of the page.
const Prefix = "/sandbox/kitchen"

//go:embed rail.html kitchen.css rail.js
var files embed.FS

// maxForm limits a form of the page, in bytes.
const maxForm = 4 << 10

func (k *Kitchen) routes() {
	k.mux = http.NewServeMux()
	rail := page.Parse(files, "rail.html", template.FuncMap{"english": inEnglish, "choice": choice})
	show := func(w http.ResponseWriter, r *http.Request) { page.Show(w, r, rail, Prefix, k.view()) }
	page.Mount(k.mux, Prefix, show, files, "kitchen.css", "rail.js")
	k.mux.HandleFunc("POST "+OrdersPath, k.hear)
	k.mux.Handle("POST "+Prefix+"/switches", page.Own(k.setSwitch))
	k.mux.Handle("POST "+Prefix+"/tickets/{seq}", page.Own(k.act))
}

// ServeHTTP serves the page and the webhooks under Prefix.
func (k *Kitchen) ServeHTTP(w http.ResponseWriter, r *http.Request) { k.mux.ServeHTTP(w, r) }

// setSwitch sets a switch, open or byItself, to on or off.
func (k *Kitchen) setSwitch(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	name, on := r.FormValue("switch"), r.FormValue("state") == "on"
	now := k.Now().UTC()
	err := k.change(func(s *state) bool {
		switch {
		case name == "open" && s.Open != on:
			s.Open = on
		case name == "byItself" && s.ByItself != on:
			s.ByItself = on
		default:
			return false
		}
		// Restart every paused step: otherwise all tickets would advance at once.
		for i := range s.Tickets {
			if t := &s.Tickets[i]; t.open() && s.Open && s.ByItself {
				t.set(t.Status, now)
			}
		}
		return true
	})
	page.Back(w, r, Prefix, err)
}

// act moves a ticket to its next status, or refuses the order. The form names the status that the page showed, so that a second press
// does not move it twice.
func (k *Kitchen) act(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	seq, _ := strconv.Atoi(r.PathValue("seq"))
	to, reason := r.FormValue("to"), strings.TrimSpace(r.FormValue("reason"))
	if cut := []rune(reason); len(cut) > 200 {
		reason = string(cut[:200])
	}
	now := k.Now().UTC()
	err := k.change(func(s *state) bool {
		i := slices.IndexFunc(s.Tickets, func(t ticket) bool { return t.Seq == seq })
		if i < 0 || !s.Open {
			return false
		}
		t := &s.Tickets[i]
		switch {
		case to == notApproved && slices.Contains(refusable, t.Status):
			t.advance(notApproved, reason, now)
		case to != "" && to == next[t.Status]:
			t.advance(to, "", now)
		default:
			return false
		}
		return true
	})
	page.Back(w, r, Prefix, err)
}

// view is the page's data.
type view struct {
	Open, ByItself bool
	Pace           int // seconds
	Waiting        int // events not yet delivered
	Rail           []column
	Finished       []slip
}

// column is a part of the rail.
type column struct {
	Label string
	Slips []slip
}

// slip is a ticket as the page shows it.
type slip struct {
	ticket
	Due       string
	Day       string // date if the order is not for today: numbers repeat each day
	Arrived   string // when the guest arrived in the car; empty before
	Ended     string // how it ended
	Act, To   string // button label and its target status; empty without a button
	Refusable bool
	Moves     int    // seconds until it advances automatically; -1 if it does not
	Waits     string // when an order for later is started; empty otherwise
}

// inEnglish returns a label in the crew's language.
func inEnglish(t locale.Text) string { return t.In(locale.En) }

// choice returns the crew's text for a modifier choice.
func choice(quantity int, label locale.Text) string {
	text := inEnglish(label)
	switch {
	case quantity == 0:
		return "No " + menuWords().Within(text)
	case quantity > 1:
		return fmt.Sprintf("%d × %s", quantity, text)
	}
	return text
}

var acts = map[string]string{received: "Accept", accepted: "Start", inPreparation: "Ready", ready: "Hand over"}

var words = map[string]string{completed: "Handed over", notApproved: "Refused", cancelled: "Cancelled by the guest"}

func (k *Kitchen) view() view {
	s, now := k.look(), k.Now()
	v := view{Open: s.Open, ByItself: s.ByItself, Pace: int(k.Pace / time.Second)}
	for _, t := range s.Tickets {
		v.Waiting += len(t.Events)
	}
	for _, c := range []struct{ label, status string }{{"New", received}, {"Accepted", accepted}, {"On the fire", inPreparation}, {"Ready", ready}} {
		part := column{Label: c.label}
		for _, t := range s.Tickets {
			if t.Status == c.status {
				part.Slips = append(part.Slips, k.slip(s, t, now))
			}
		}
		v.Rail = append(v.Rail, part)
	}
	for _, t := range slices.Backward(s.Tickets) {
		if !t.open() && len(v.Finished) < 12 {
			v.Finished = append(v.Finished, k.slip(s, t, now))
		}
	}
	return v
}

func (k *Kitchen) slip(s state, t ticket, now time.Time) slip {
	p := slip{ticket: t, Ended: words[t.Status], Moves: -1}
	due := k.due(t)
	if t.Order.Location != nil {
		zone := location.Timezone(t.Order.Location.TimeZone)
		promised, today := t.Order.PromisedAt.In(zone), now.In(zone)
		p.Due = moment(promised, today)
		if location.DateOf(promised) != location.DateOf(today) {
			p.Day = locale.En.Day(promised)
		}
		if !t.Here.IsZero() {
			p.Arrived = locale.En.Time(t.Here.In(zone))
		}
		if due.After(t.Since.Add(k.Pace)) {
			p.Waits = moment(due.In(zone), today)
		}
	}
	if t.open() && s.Open {
		p.Act, p.To, p.Refusable = acts[t.Status], next[t.Status], slices.Contains(refusable, t.Status)
		if s.ByItself {
			p.Moves = max(0, int((due.Sub(now)+time.Second-1)/time.Second))
		}
	}
	return p
}

// moment returns the time of day of t, with the date in front if it is not today.
func moment(t, now time.Time) string {
	text := locale.En.Time(t)
	if location.DateOf(t) != location.DateOf(now) {
		text = locale.En.Day(t) + ", " + text
	}
	return text
}
