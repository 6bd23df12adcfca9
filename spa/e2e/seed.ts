import { createHash } from 'node:crypto'

/** Seed of this run's samples: SEED, or a new number that all workers share. */
export const seed =
  process.env.SEED ??
  String(
    createHash('sha256')
      .update(process.env.STACK_DATA ?? '')
      .digest()
      .readUInt32BE(),
  )

/** Returns the strings in an order that depends on the seed alone. */
export function shuffled(of: Iterable<string>, by = seed): string[] {
  const key = (one: string) => createHash('sha256').update(`${by} ${one}`).digest('hex')
  return [...of]
    .map((one) => [key(one), one] as const)
    .sort()
    .map(([, one]) => one)
}
