package payments

import (
	"context"
	"time"
)

// Switches of the sandbox, and what each does to every call.
const (
	switchDown = "down"
	switchSlow = "slow"
	switchLose = "lose"
	slowness   = 3 * time.Second
)

// switches are those that are on, as the ledger has kept them. Every call asks: they are read when they change.
func (s *Sandbox) switches() map[string]bool { return *s.on.Load() }

func (s *Sandbox) readSwitches(ctx context.Context) error {
	on := map[string]bool{}
	err := s.ledger.do(ctx, func(t tx) error {
		rows, err := t.query(`SELECT name FROM switch WHERE state = 'on'`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var name string
			if err := rows.Scan(&name); err != nil {
				return err
			}
			on[name] = true
		}
		return rows.Err()
	})
	if err == nil {
		s.on.Store(&on)
	}
	return err
}

// Switch turns a failure on or off: "down" answers nothing, "slow" takes 3 s, "lose" does what is asked and loses the first answer.
func (s *Sandbox) Switch(ctx context.Context, name string, on bool) error {
	s.switching.Lock()
	defer s.switching.Unlock()
	state := "off"
	if on {
		state = "on"
	}
	err := s.ledger.do(ctx, func(t tx) error {
		return t.exec(`INSERT INTO switch (name, state) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET state = excluded.state`, name, state)
	})
	if err != nil {
		return err
	}
	return s.readSwitches(ctx)
}
