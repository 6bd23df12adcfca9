package common_test

import (
	"crypto/rand"
	"testing"

	"gotest.tools/v3/assert"

	"ordering/shared/customer"
	"ordering/shared/customer/common"
	"ordering/shared/problem"
)

func TestCommonPasswordsAreRefused(t *testing.T) {
	for password, want := range map[string]problem.Code{
		"Password1": problem.PasswordCommon, "Passw0rd": problem.PasswordCommon, "1Qaz2wsx": problem.PasswordCommon,
		"Dragon2026!": problem.PasswordCommon, "ILoveYou-143": problem.PasswordCommon,
		"Ketchup 57 and Mustard": "", "Dragon of 9 towers": "",
	} {
		assert.Check(t, customer.CheckPassword(password, common.Password) == want, password)
	}
	taken := 0
	for range 10_000 {
		if common.Password(rand.Text()) {
			taken++
		}
	}
	assert.Check(t, taken <= 3, "%d of 10,000 random passwords are taken for common ones", taken)
}

func TestPackDependsOnlyOnTheSetOfPasswords(t *testing.T) {
	packed := common.Pack([]string{"password", "Letmein", "1qaz2wsx"})
	assert.DeepEqual(t, common.Pack([]string{"1qaz2wsx", "letmein", "password", "PASSWORD", "12345678", "a1", "x1234"}), packed)
	assert.Equal(t, len(packed), 12)
}
