package dynamotest

import "syscall"

// diesWithParent kills the server if the test process dies.
func diesWithParent() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
