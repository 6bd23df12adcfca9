package server

import (
	"context"
	"log/slog"
	"syscall"
	"time"

	"ordering/shared/backoff"
	"ordering/shared/telemetry"
	"ordering/shared/upload"
)

// roomForOrders is less than the alarm disk-full wants, so that an operator knows before uploads are refused.
const roomForOrders = 512 << 20

// hasRoom reports whether the disk has more room than roomForOrders. A guest fills it for nothing: a network may upload 240 MB a day.
func hasRoom(dataDir string) bool {
	var disk syscall.Statfs_t
	err := syscall.Statfs(dataDir, &disk)
	return err != nil || disk.Bavail*uint64(disk.Bsize) > roomForOrders
}

// deleteExpired deletes the expired files of forms at the start and once a day. In the cloud the lifecycle of the bucket does.
func deleteExpired(files *upload.Folder) func(context.Context) {
	return func(ctx context.Context) {
		for {
			if err := files.DeleteExpired(ctx); err != nil && ctx.Err() == nil {
				slog.ErrorContext(ctx, "expired files of forms were not deleted", "error", err)
				telemetry.Count(ctx, telemetry.JobsFailed)
			}
			if backoff.Sleep(ctx, 24*time.Hour) != nil {
				return
			}
		}
	}
}
