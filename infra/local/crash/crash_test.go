package crash

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"ordering/shared/basket"
	"ordering/shared/loyalty"
	"ordering/shared/order"
	"ordering/shared/order/ordertest"
	"ordering/shared/soak"
	"ordering/shared/table"
)

// scenario is an act of a guest or a kitchen, with the points of the saga that it reaches.
type scenario struct {
	name   string
	act    string
	card   string // tokenize before; empty for a free order
	bank   string // the guest's answer to the bank, given before
	placed bool   // an order exists before
	wallet string // tokenize into the second provider before: a gift card, the wallet and the card pay
	points []string
}

const (
	good, declined, asks, lost = "4242424242424242", "4000000000000002", "4000002760003184", "4000000000004087"
)

var scenarios = []scenario{
	{name: "pay", act: "place", card: good, points: []string{order.PointReserve, order.PointAuthorise, order.PointConfirm, order.PointCapture, order.PointCaptured}},
	{name: "pay, first answer lost", act: "place", card: lost, points: []string{order.PointAuthorise, order.PointConfirm}},
	{name: "pay nothing", act: "place", points: []string{order.PointReserve, order.PointConfirm}},
	{name: "declined", act: "place", card: declined, points: []string{order.PointAuthorise, order.PointRelease}},
	{name: "bank asks", act: "place", card: asks, points: []string{order.PointAuthorise, order.PointWait}},
	{name: "bank approves", act: "authenticated", card: asks, bank: "approve", points: []string{order.PointConfirm, order.PointCapture, order.PointCaptured}},
	{name: "bank refuses", act: "authenticated", card: asks, bank: "fail", points: []string{order.PointRelease, order.PointRefund, order.PointRefunded}},
	{name: "cancel", act: "cancel", card: good, placed: true, points: []string{order.PointEnd, order.PointRefund, order.PointRefunded}},
	{name: "give up at the bank", act: "cancel", card: asks, points: []string{order.PointRelease, order.PointRefund, order.PointRefunded}},
	{name: "cancel nothing paid", act: "cancel", placed: true, points: []string{order.PointEnd}},
	{name: "split", act: "place", card: good, wallet: good, points: []string{order.PointAuthorised, order.PointConfirm, order.PointCaptured}},
	{name: "split, declined", act: "place", card: declined, wallet: good, points: []string{order.PointRelease, order.PointRefunded}},
	{name: "cancel a split", act: "cancel", card: good, wallet: good, placed: true, points: []string{order.PointRefunded}},
	{name: "refund a part", act: "refund", card: good, wallet: good, placed: true, points: []string{order.PointRefund, order.PointRefunded}},
	{name: "kitchen refuses", act: "refuse", card: good, placed: true, points: []string{order.PointEnd, order.PointRefund, order.PointRefunded}},
	{name: "earn", act: "earn", card: good, placed: true},
}

// run is a scenario that is prepared for the child.
type run struct {
	*fixture
	scenario
	basket       basket.Basket
	method       string
	wallet       string // the token of the second provider's card
	token        string
	acknowledged []string // tokens that the guest received
}

func prepare(t *testing.T, p scenario) *run {
	t.Helper()
	s := &run{fixture: newFixture(t), scenario: p}
	var err error
	s.basket, err = s.fill(p.card == "")
	assert.NilError(t, err)
	if p.card != "" {
		s.method, err = s.tokenize(p.card)
		assert.NilError(t, err)
	}
	if p.wallet != "" {
		s.wallet, err = s.fixture.wallet.tokenize(p.wallet)
		assert.NilError(t, err)
	}
	if p.act == "place" {
		return s
	}
	w, err := s.submission(s.basket.ID, s.method, s.wallet)
	assert.NilError(t, err)
	o, err := s.checkout().Place(context.Background(), w)
	assert.NilError(t, err)
	assert.Equal(t, p.placed, o.Status.Placed(), o.Status)
	assert.Assert(t, p.card == "" || len(o.Promos) == len(deals.Promotions)-1 && o.Rewards != nil, "%+v", o.Promos)
	s.token = o.Token
	if p.placed {
		s.acknowledged = append(s.acknowledged, o.Token)
	}
	if p.bank != "" {
		assert.NilError(t, s.fixture.bank(o, p.bank))
	}
	return s
}

// kill runs the child until it kills itself at the step. It returns whether the child died and, if not, the number of steps that it
// passed. The guest may have received the result before.
func (s *run) kill(t *testing.T, bug string, where ...string) (died bool, steps int) {
	t.Helper()
	s.close() // the child needs the folder alone
	c := exec.Command(os.Args[0], "-test.run=^$")
	c.Env = append(os.Environ(), envDir+"="+s.dir, envAct+"="+s.act, envBasket+"="+s.basket.ID, envCard+"="+s.method,
		envWallet+"="+s.wallet, envToken+"="+s.token, envBug+"="+bug, "GORACE=atexit_sleep_ms=0")
	c.Env = append(c.Env, where...)
	var out, trouble bytes.Buffer
	c.Stdout, c.Stderr = &out, &trouble
	err := c.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGKILL {
		died = true
	} else if err != nil {
		t.Fatalf("the child failed: %v\n%s", err, trouble.String())
	}
	var status, token string
	printed, err := fmt.Fscan(&out, &status, &token, &steps)
	assert.Assert(t, (died || err == nil) && printed != 1, "the child printed only %d values: %v", printed, err)
	if token != "" && order.Status(status).Placed() {
		s.acknowledged = append(s.acknowledged, token)
	}
	again, err := openFixture(s.dir, opening)
	assert.NilError(t, err)
	t.Cleanup(again.close)
	again.injectBug(bug)
	s.fixture = again
	return died, steps
}

// recoverAndAudit runs the recovery, with the guest's retry if guestRepeats is set, and audits the result.
func (s *run) recoverAndAudit(t *testing.T, guestRepeats bool) error {
	t.Helper()
	if guestRepeats && s.act == "place" {
		w, err := s.submission(s.basket.ID, s.method, s.wallet)
		if err != nil {
			return err
		}
		if o, err := s.checkout().Place(context.Background(), w); err == nil && o.Status.Placed() {
			s.acknowledged = append(s.acknowledged, o.Token)
		}
	}
	delivered := s.settle(t)
	b, err := basket.Load(t.Context(), s.table, s.basket.ID)
	if err != nil {
		return err
	}
	if o, err := order.Load(t.Context(), s.table, b.OrderToken); err == nil {
		ordertest.CheckGift(t, s.table, o)
	}
	if err := s.audit(delivered, s.basket.ID, s.acknowledged); err != nil {
		return err
	}
	return s.auditPoints(b.OrderToken)
}

// auditPoints lets the daily rounds pass twice, and checks what the order took and earned, and that each gift was given once.
func (s *run) auditPoints(token string) error {
	ctx := context.Background()
	for range 2 {
		s.clock.Pass(48 * time.Hour)
		if err := s.earning().Orders(ctx, time.Minute); err != nil {
			return err
		}
		if err := s.earning().Accounts(ctx, time.Minute); err != nil {
			return err
		}
	}
	want, given, referred, stock := int64(welcome+10), []string{"birthday-2026"}, int64(0), int64(0)
	if o, err := order.Load(ctx, s.table, token); err == nil {
		want += o.Points(*s.earning().Rules, s.clock.Now())
		if o.Done(*s.earning().Rules, s.clock.Now()) {
			want, referred, stock = want+5+25, 50, 1
			given = []string{"achievement-first", "birthday-2026", "mystery-1", "referral-friend"}
		}
		if o.Rewards != nil && o.Status.Placed() && o.Status != order.Cancelled && o.Status != order.NotApproved {
			want -= 15
		}
	}
	if s.act == "earn" {
		if err := s.openAndAdjust(ctx); err != nil {
			return err
		}
		want += 3 + 4
	}
	if err := s.checkAccount(ctx, customer, want); err != nil {
		return err
	}
	grants, err := loyalty.Grants(ctx, s.table, customer)
	if err != nil {
		return err
	}
	var got []string
	for _, g := range grants {
		got = append(got, g.ID())
	}
	slices.Sort(got)
	if !slices.Equal(got, given) {
		return fmt.Errorf("the customer was given %v, want %v", got, given)
	}
	taken, err := s.table.Get(ctx, table.Key{PK: "points-stock", SK: "rare"})
	if err != nil && !errors.Is(err, table.ErrNotFound) {
		return err
	}
	if taken.Count != stock {
		return fmt.Errorf("the stock of prizes counts %d, want %d", taken.Count, stock)
	}
	if referred == 0 {
		account, err := loyalty.Load(ctx, s.table, referrer)
		if err == nil && account.Entries > 0 {
			err = fmt.Errorf("the referrer has %+v, want no entries", account)
		}
		return err
	}
	return s.checkAccount(ctx, referrer, referred)
}

// checkAccount checks that a customer has these points, and that they match the entries.
func (s *run) checkAccount(ctx context.Context, id string, want int64) error {
	account, err := loyalty.Load(ctx, s.table, id)
	if err != nil {
		return err
	}
	wrong, err := loyalty.Check(ctx, s.table, id)
	if err == nil && (wrong != "" || account.Balance() != want || account.Held != 0) {
		err = fmt.Errorf("%s has %+v, want %d points: %s", id, account, want, wrong)
	}
	return err
}

// A process dies before and after every point of the saga.
func TestKilledAtEachPoint(t *testing.T) {
	tested := map[string]bool{}
	for _, p := range scenarios {
		for _, point := range p.points {
			for _, done := range []bool{false, true} {
				where := side(point, done)
				tested[where] = true
				t.Run(p.name+", "+where, func(t *testing.T) {
					s := prepare(t, p)
					died, _ := s.kill(t, "", envPoint+"="+where)
					assert.Assert(t, died, "the point was never reached")
					collecting := point == order.PointCapture || point == order.PointCaptured
					assert.Assert(t, p.act != "place" || collecting == (len(s.acknowledged) > 0), "acknowledged: %v", s.acknowledged)
					assert.NilError(t, s.recoverAndAudit(t, done))
				})
			}
		}
	}
	for _, point := range order.Points {
		assert.Check(t, tested[side(point, false)] && tested[side(point, true)], "no scenario is killed at %s", point)
	}
}

// A process dies before and after every write of an earning.
func TestKilledWhileEarning(t *testing.T) {
	p := scenarios[slices.IndexFunc(scenarios, func(p scenario) bool { return p.act == "earn" })]
	for n, died := 1, true; died; n++ {
		s := prepare(t, p)
		died, _ = s.kill(t, "", envNth+"="+strconv.Itoa(n))
		assert.Assert(t, died || n > 18, "it passed %d steps", n-1)
		assert.NilError(t, s.recoverAndAudit(t, false), "killed at step %d", n)
	}
	s := prepare(t, p)
	s.kill(t, "earned twice")
	assert.ErrorContains(t, s.recoverAndAudit(t, false), "want")
}

// Random kills: before and after every write and every call.
func TestKilledAtAnyTime(t *testing.T) {
	lengths := map[string]int{}
	for seed := range soak.Rounds(t, 20, 12*time.Second) {
		random := rand.New(rand.NewPCG(seed, 20261121))
		p := scenarios[random.IntN(len(scenarios))]
		if lengths[p.name] == 0 {
			s := prepare(t, p)
			_, lengths[p.name] = s.kill(t, "")
			assert.NilError(t, s.recoverAndAudit(t, false), p.name)
		}
		at, repeats := 1+random.IntN(lengths[p.name]), random.IntN(2) == 0
		t.Run(fmt.Sprintf("seed %d: %s at %d of %d", seed, p.name, at, lengths[p.name]), func(t *testing.T) {
			s := prepare(t, p)
			died, _ := s.kill(t, "", envNth+"="+strconv.Itoa(at))
			assert.Assert(t, died)
			assert.NilError(t, s.recoverAndAudit(t, repeats))
		})
	}
}

// The audit must detect sagas with seeded bugs.
func TestAuditFindsSeededBugs(t *testing.T) {
	for bug, c := range map[string]struct{ scenario, point, want string }{
		"no key":                                {"pay", order.PointAuthorise, "charged 2 times"},
		"money first":                           {"pay", order.PointAuthorise, "which does not exist"},
		"release keeps the use":                 {"cancel", order.PointEnd, "promo-use#deal/00 counts 1 uses, 0 orders have one"},
		"release keeps the use of the customer": {"cancel", order.PointEnd, "counts 1 uses, 0 orders have one"},
		"points stay spent":                     {"cancel", order.PointEnd, "spent"},
		"code stays used":                       {"cancel", order.PointEnd, "its coupon is used by order"},
	} {
		t.Run(bug, func(t *testing.T) {
			at := slices.IndexFunc(scenarios, func(p scenario) bool { return p.name == c.scenario })
			s := prepare(t, scenarios[at])
			died, _ := s.kill(t, bug, envPoint+"="+side(c.point, true))
			assert.Assert(t, died)
			err := s.recoverAndAudit(t, false)
			assert.ErrorContains(t, err, c.want)
		})
	}
}
