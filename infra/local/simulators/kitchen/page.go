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

	"ordering/functions/notify"
	"ordering/infra/local/simulators/page"
	"ordering/locales"
	"ordering/shared/locale"
	"ordering/shared/location"
)

// menuWords are the menu's phrases in the crew's language.
var menuWords = sync.OnceValue(func() locales.Sentences { return locales.Read(string(locale.En), "menu") })

// Prefix is the path of the page.
const Prefix = "/sandbox/kitchen"

//go:embed rail.html rail.js
var files embed.FS

func (k *Kitchen) handler() http.Handler {
	pages := page.New(Prefix, files, template.FuncMap{"english": inEnglish, "choice": choice, "discounts": discounts, "named": named})
	pages.Show("", "rail.html", func(*http.Request) (any, error) { return k.view(), nil })
	pages.HandleFunc("POST "+OrdersPath, k.receive)
	pages.Form("/switches", k.setSwitch)
	pages.Form("/tickets/{seq}", k.act)
	return pages
}

// setSwitch sets a switch, open or byItself, to on or off.
func (k *Kitchen) setSwitch(r *http.Request) error {
	name, on := r.FormValue("switch"), r.FormValue("state") == "on"
	k.mu.Lock()
	defer k.mu.Unlock()
	s := k.switches
	v := map[string]*bool{"open": &s.Open, "byItself": &s.ByItself}[name]
	if v == nil || *v == on {
		return nil
	}
	*v = on
	if err := k.save(switchesKey, s); err != nil {
		return err
	}
	k.switches = s
	// Restart every paused step: otherwise all tickets would advance at once.
	for i, t := range k.tickets {
		if s.moves() && t.step() != nil {
			t.set(t.Status, k.Now().UTC())
			if err := k.replace(i, t); err != nil {
				return err
			}
		}
	}
	return nil
}

// act moves a ticket to its next status, or refuses the order. The form names the status that the page showed, so that a second press
// does not move it twice.
func (k *Kitchen) act(r *http.Request) error {
	seq, _ := strconv.Atoi(r.PathValue("seq"))
	to, reason := r.FormValue("to"), strings.TrimSpace(r.FormValue("reason"))
	cut := []rune(reason)
	reason = string(cut[:min(len(cut), 200)])
	_, tickets := k.look()
	i := slices.IndexFunc(tickets, func(t ticket) bool { return t.Seq == seq })
	if i < 0 {
		return nil
	}
	return k.change(tickets[i].Order.ID, func(t *ticket) bool {
		at := t.step()
		if !k.switches.Open || at == nil || to != at.Next && (to != notApproved || !at.Refusable) {
			return false
		}
		if to != notApproved {
			reason = ""
		}
		t.advance(to, reason, k.Now().UTC())
		return true
	})
}

// view is the page's data.
type view struct {
	switches
	Pace     int // seconds
	Waiting  int // events not yet delivered
	Rail     []column
	Finished []slip
}

// column is a part of the rail.
type column struct {
	step
	Slips []slip
}

// slip is a ticket as the page shows it.
type slip struct {
	ticket
	Due     string
	Day     string // date if the order is not for today: numbers repeat each day
	Arrived string // when the guest arrived in the car; empty before
	Ended   string // how it ended
	Moves   int    // seconds until it advances automatically; -1 if it does not
	Waits   string // when an order for later is started; empty otherwise
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

// named returns the name of a discount, with the code, points or gift that brought it.
func named(a notify.KitchenAmount) string {
	switch label := inEnglish(a.Label); {
	case a.Points > 0:
		return fmt.Sprintf("%s (%d points)", label, a.Points)
	case a.Grant != "":
		return label + " (a gift)"
	case a.Coupon != "":
		return fmt.Sprintf("%s (code %s)", label, a.Coupon)
	default:
		return label
	}
}

// discounts returns what each discount takes off a line.
func discounts(o *notify.KitchenOrder, line string) (texts []string) {
	for _, a := range o.Adjustments {
		for _, part := range a.Lines {
			if part.Line == line {
				texts = append(texts, fmt.Sprintf("%s: −%s", named(a), part.Amount))
			}
		}
	}
	return texts
}

var endings = map[string]string{completed: "Handed over", notApproved: "Refused", cancelled: "Cancelled by the guest"}

func (k *Kitchen) view() view {
	now := k.Now()
	s, tickets := k.look()
	v := view{switches: s, Pace: int(k.Pace / time.Second)}
	for _, t := range tickets {
		v.Waiting += len(t.Events)
	}
	for _, at := range steps {
		part := column{step: at}
		for _, t := range tickets {
			if t.Status == at.Status {
				part.Slips = append(part.Slips, k.slip(s, t, now))
			}
		}
		v.Rail = append(v.Rail, part)
	}
	for _, t := range slices.Backward(tickets) {
		if t.step() == nil && len(v.Finished) < 12 {
			v.Finished = append(v.Finished, k.slip(s, t, now))
		}
	}
	return v
}

func (k *Kitchen) slip(s switches, t ticket, now time.Time) slip {
	p := slip{ticket: t, Ended: endings[t.Status], Moves: -1}
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
	if t.step() != nil && s.moves() {
		p.Moves = max(0, int((due.Sub(now)+time.Second-1)/time.Second))
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
