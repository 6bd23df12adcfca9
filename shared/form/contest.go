package form

import (
	"context"
	"slices"

	"ordering/shared/location"
	"ordering/shared/problem"
)

// ContestOpen reports whether the brand has a contest that takes entries now.
func (s *Service) ContestOpen() bool {
	c, now := s.Brand.Contest, s.Now()
	return c != nil && !now.Before(c.Opens) && now.Before(c.Closes)
}

// checkContest checks an entry of the contest against its rules. It returns problem.ContestClosed.
func (s *Service) checkContest(_ context.Context, c *Case) (found []problem.Detail, err error) {
	if c.Kind != Contest {
		return nil, nil
	}
	if !s.ContestOpen() {
		return nil, problem.New(problem.ContestClosed)
	}
	rules, e := s.Brand.Contest, c.Entry
	c.Contest, c.ContestCloses = rules.ID, rules.Closes
	born, err := location.ParseDate(e.BirthDate)
	if err != nil {
		return nil, err
	}
	today := location.DateOf(s.Now().In(location.Timezone(s.Brand.TimeZone)))
	if today.Before(birthday(born, rules.MinAge)) {
		found = append(found, problem.Finding(problem.ContestAge, "/birthDate", "age", rules.MinAge))
	}
	if !slices.Contains(rules.Countries, e.Country) {
		found = append(found, problem.Finding(problem.ContestRegion, "/country"))
	} else if len(rules.Regions) > 0 && !slices.Contains(rules.Regions, e.Region) {
		found = append(found, problem.Finding(problem.ContestRegion, "/region"))
	}
	return found, nil
}

// birthday returns the day on which a person has the age. Without a February 29 it is March 1.
func birthday(born location.Date, age int) location.Date {
	return location.Date{Year: born.Year + age, Month: born.Month, Day: born.Day}.Plus(0)
}
