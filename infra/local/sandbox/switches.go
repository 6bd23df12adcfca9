package sandbox

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

func (s *Sandbox) switches(ctx context.Context) (map[string]bool, error) {
	on := map[string]bool{}
	rows, err := s.ledger.db.QueryContext(ctx, `SELECT name FROM switch WHERE state = 'on'`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		on[name] = true
	}
	return on, rows.Err()
}

// Switch turns a failure on or off: "down" answers nothing, "slow" takes 3 s, "lose" does what is asked and loses the first answer.
func (s *Sandbox) Switch(ctx context.Context, name string, on bool) error {
	state := "off"
	if on {
		state = "on"
	}
	_, err := s.ledger.db.ExecContext(ctx, `INSERT INTO switch (name, state) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET state = excluded.state`, name, state)
	return err
}
