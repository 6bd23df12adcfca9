package promo

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"fmt"
	"strings"
	"time"

	"ordering/shared/guest"
	"ordering/shared/table"
)

// NormalCode returns the normal form of a code that a guest typed: only A–Z and 0–9, in upper case.
func NormalCode(typed string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToUpper(typed))
}

// serialSymbols are those of Crockford's base 32: no I, L and O, which are read as 1 and 0, and no U.
const serialSymbols = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// serialLength is the length of a serialized code: 80 bits.
const serialLength = 16

var lookalike = strings.NewReplacer("O", "0", "I", "1", "L", "1")

// SerialCode returns the normal form of a serialized code that a guest typed; false if it is not one.
func SerialCode(typed string) (code string, ok bool) {
	code = lookalike.Replace(NormalCode(typed))
	return code, len(code) == serialLength && strings.Trim(code, serialSymbols) == ""
}

// newSerialCode returns a random code in its normal form.
func newSerialCode() string {
	var bits [serialLength * 5 / 8]byte
	_, _ = rand.Read(bits[:])                                        // it never fails
	return base32.NewEncoding(serialSymbols).EncodeToString(bits[:]) // 80 bits need no padding
}

// GrantCode returns the serialized code of a coupon that a customer was given. It is derived, so that no row has it.
func GrantCode(guests guest.Secret, customer, grant string) string {
	bits, err := base32.StdEncoding.DecodeString(strings.ToUpper(guests.Print("grant/" + customer + "/" + grant)[:serialLength]))
	if err != nil {
		panic(err) // it is base 32
	}
	return base32.NewEncoding(serialSymbols).EncodeToString(bits)
}

// PrintedCode returns a serialized code in the form that guests read: XXXX-XXXX-XXXX-XXXX.
func PrintedCode(code string) string {
	return code[:4] + "-" + code[4:8] + "-" + code[8:12] + "-" + code[12:]
}

// CouponKey is the key of a serialized code in its normal form. It has a pseudonym, so that copies of the table do not reveal the
// codes that were made. Only baskets store whole codes.
func CouponKey(guests guest.Secret, code string) table.Key {
	return Use{Code: guests.Coupon(code)}.CouponKey()
}

// Shown returns the code as an order stores and shows it: only the end of a serialized one, because it is valid again after a cancellation.
// It is empty for a reward or a grant: the customer entered no code.
func (c Coupon) Shown() string {
	if c.Grant != "" {
		return ""
	}
	if c.Kind == SerializedCode {
		return "…" + c.Code[max(0, len(c.Code)-4):]
	}
	return c.Code
}

// Entered returns the code that a guest entered; empty for a reward or a grant.
func (c Coupon) Entered() string {
	if c.Grant != "" {
		return ""
	}
	return c.Code
}

// CouponKey is the key of the serialized code that was used.
func (u Use) CouponKey() table.Key { return table.Key{PK: CouponPrefix + u.Code, SK: "coupon"} }

// CouponRow is the stored state of a serialized code.
type CouponRow struct {
	Promotion string `json:"promotion"`
	Order     string `json:"order,omitempty"` // id of the order that uses the code
	// Expires is the first instant (UTC) at which the code is not valid any more; zero: it is valid as long as the promotion runs.
	Expires time.Time `json:"expires,omitzero"`
}

// Ended reports whether the code is not valid any more.
func (row CouponRow) Ended(now time.Time) bool {
	return !row.Expires.IsZero() && !row.Expires.After(now)
}

// FindCoupon returns the state of a serialized code in its normal form; false if it does not exist.
func FindCoupon(ctx context.Context, t table.Table, guests guest.Secret, code string) (row CouponRow, exists bool, err error) {
	i, row, err := Claim{Table: t}.coupon(ctx, Use{Code: guests.Coupon(code)})
	return row, i.Version > 0, err
}

// NewCoupon returns the operation that makes a serialized code.
func NewCoupon(guests guest.Secret, code string, row CouponRow) table.Op {
	return row.save(table.Item{Key: CouponKey(guests, code)})
}

// NewCodes makes n serialized codes of a promotion and calls made with the codes of each written batch, in their normal form. An error
// leaves the codes that were made.
func NewCodes(ctx context.Context, t table.Table, guests guest.Secret, promotion string, n int, made func(codes []string) error) error {
	for n > 0 {
		var codes []string
		var ops []table.Op
		for range min(n, table.MaxSet) {
			code := newSerialCode()
			codes = append(codes, code)
			ops = append(ops, NewCoupon(guests, code, CouponRow{Promotion: promotion}))
		}
		if err := t.Write(ctx, ops...); err != nil {
			return fmt.Errorf("write codes of %s: %w", promotion, err)
		}
		if err := made(codes); err != nil {
			return err
		}
		n -= len(codes)
	}
	return nil
}
