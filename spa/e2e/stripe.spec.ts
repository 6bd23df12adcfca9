import { ApiClient, setBasketCookie } from './apiClient'
import { bankFrame, cardFrame, cards, expectPlaced, fillDetails, submitOrder, typeBilling } from './flow'
import { mockStripe } from './mockStripe'
import { expect, test } from './test'

test('with Stripe only the card field loads its script, the bank’s challenge works, and the order is placed', async ({
  page,
  context,
  stack,
  guest,
}) => {
  const requests = await mockStripe(context, stack.url)
  await setBasketCookie(
    context,
    stack.url,
    await new ApiClient(stack.url).createBasket('bdb-1001', { 'the-big-deal': 1 }),
  )
  await page.goto('/checkout')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(requests, 'before the payment page').toEqual([])
  await fillDetails(page, guest)
  await typeBilling(page)
  const field = cardFrame(page)
  const input = (kind: string) => field.getByTitle(kind).contentFrame().getByRole('textbox')

  await test.step('missing card details are named beside the field, and the page has no script of Stripe', async () => {
    await input('cardNumber').fill(cards.needsChallenge.slice(0, 9))
    await submitOrder(page)
    await expect(field.getByText('The card number is not complete')).toBeVisible()
    await expect(field.getByText('The month and year are not complete')).toBeVisible()
    await expect(field.getByText('The security code is not complete')).toBeVisible()
    await expect(input('cardNumber')).toBeFocused()
    expect(await page.evaluate(() => 'Stripe' in window)).toBe(false)
  })

  await test.step('the bank’s challenge is in its own frame and returns', async () => {
    await input('cardNumber').fill(cards.needsChallenge)
    await input('cardExpiry').fill('12 / 31')
    await input('cardCvc').fill('123')
    await expect(field.getByText('The card number is not complete')).toBeHidden()
    await submitOrder(page)
    await bankFrame(page)
      .getByTitle('ACS')
      .contentFrame()
      .getByRole('button', { name: 'Yes, it is me' })
      .click()
    await expectPlaced(page)
  })
  expect(requests).toContain('https://js.stripe.com/endive/stripe.js')
  expect(requests).toContain('https://api.stripe.com/v1/payment_methods')
})

test('the bank’s frame shows no other site', async ({ page, stack }) => {
  for (const other of [
    'https://evil.example/',
    '//evil.example/',
    'javascript:alert(1)',
    'https://hooks.stripe.com.evil.example/',
  ]) {
    await page.goto(`${stack.url}/pay/bank.html?${new URLSearchParams({ page: other })}`)
    await expect(page).toHaveTitle('Your bank')
    await expect(page.locator('iframe')).toHaveCount(0)
  }
})
