//go:build !linux

package dynamotest

import "syscall"

func diesWithParent() *syscall.SysProcAttr { return nil }
