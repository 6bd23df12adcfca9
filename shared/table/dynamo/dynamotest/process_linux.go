package dynamotest

import "syscall"

// diesWithParent takes the server along when the test is killed.
func diesWithParent() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
