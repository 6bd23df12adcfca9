import { openMenu } from './flow'
import { expect, test } from './test'

test.use({ own: {} })

// The reference that a guest reads out identifies the log line with the cause (see docs/runbook.md).
test('the reference in a toast is in the log, with the call and the reason', { tag: '@long' }, async ({
  page,
  stack,
  faults,
}) => {
  faults.expect(/^503: POST .*\/orders$/)
  await openMenu(page, 'brookside-tulsa')
  const letGo = stack.holdStore()
  await page.getByRole('button', { name: 'Add Onion Rings' }).click()
  const reference = page.getByRole('group').getByText('Reference: ')
  const [, id] = /Reference: (\S+)$/.exec(await reference.innerText())!
  letGo()
  const lines = stack
    .log()
    .split('\n')
    .filter((line) => line.includes(`requestId=${id}`))
  expect(lines).toEqual([
    expect.stringMatching(/level=ERROR .*code=store-unavailable .*operation=start-basket/),
  ])
})
