import { journey } from './defineJourney'
import { keepToasts, openDish, openMenu } from './flow'
import { expect, test } from './test'
import { textsIn } from './texts'

test('a deep link opens a menu with ordering, and Undo removes the dish', async ({ page }) => {
  await openMenu(page, 'brookside-tulsa')
  await expect(page).toHaveTitle('Menu: Brookside | Big Deal Burger')
  await expect(page.getByRole('link', { name: 'The Big Deal', exact: true })).toBeVisible()
  // The rail marks the visible section, also after a jump that brings no section head into the upper third.
  await page.setViewportSize({ width: 1280, height: 640 })
  const sections = page.getByRole('navigation', { name: 'Menu sections' }).getByRole('link')
  const marked = page.locator('[aria-current="true"]')
  await expect(sections.first()).toHaveAttribute('aria-current', 'true')
  for (const [height, section] of [
    [1_000_000, sections.last()],
    [0, sections.first()],
  ] as const) {
    await page.evaluate((top) => scrollTo(0, top), height)
    await expect(sections.and(marked)).toHaveText((await section.textContent()) ?? '')
  }
  await expect(page.getByText('2,000 calories a day is used for general nutrition advice')).toBeVisible()
  // Calories are beside each price.
  const dishes = page.getByRole('main').getByRole('listitem').filter({ hasText: /\$\d/ })
  expect(await dishes.count()).toBeGreaterThan(50)
  await expect(dishes.filter({ hasNotText: /\d Cal/ })).toHaveCount(0)
  const toast = page.getByRole('region', { name: 'Notifications' })
  await keepToasts(toast)
  await page.getByRole('button', { name: 'Add Onion Rings' }).click()
  await expect(toast).toContainText('Onion Rings: in the bag.')
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  await toast.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByRole('link', { name: 'Cart, 0 items' })).toBeVisible()
})

test('the marks of the height chart end before the burger with large text', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openDish(page, 'plateau-mont-royal-montreal', 'burgers/the-whole-hog', '/ca/fr-ca')
  const widest = page.locator('[data-mark^="16"]')
  const burger = page.getByRole('list', { name: textsIn('fr-ca').part('item.as-chosen') })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const end = await widest.evaluate((mark) => {
    const style = getComputedStyle(mark)
    const context = document.createElement('canvas').getContext('2d')!
    context.font = style.font
    return Number.parseFloat(style.paddingLeft) + context.measureText(mark.getAttribute('data-mark')!).width
  })
  expect(end).toBeLessThanOrEqual((await burger.boundingBox())!.x)
})

test('the bar on a phone covers no focused element', { tag: ['@phone', '@long'] }, async ({
  page,
  createBasket,
}) => {
  await createBasket()
  for (const path of [
    '/quote/everyday/brookside-tulsa/from-the-pit/half-rack?type=carryout',
    '/cart',
    '/cart/summary',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // Backwards from the end: focused elements scroll to below the sticky bars.
    await page.getByRole('link').last().focus()
    for (let steps = 0; steps < 100; steps++) {
      await page.keyboard.press('Shift+Tab')
      const focused = await page.evaluate(coveredFocus)
      if (focused === undefined) break
      expect(focused, path).toBe('')
    }
  }
})

/** Returns the focused element if another element covers its centre, else ''; undefined if nothing has the focus. */
function coveredFocus(): string | undefined {
  const element = document.activeElement
  if (!element || element === document.body) return undefined
  const { left, width, top, height } = element.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  const isVisible =
    element.contains(hit) || hit?.contains(element) || hit?.closest('label')?.contains(element)
  return isVisible ? '' : element.outerHTML
}

journey(
  'allergens filter the menu, and filters without a result can be cleared',
  async ({ page, site, text, menuName, user }) => {
    const burger = page.getByRole('link', { name: menuName('the-big-deal'), exact: true })
    await openMenu(page, site.slug, site.prefix)
    await user.press(page.getByRole('button', { name: text('app.tag-vegetarian') }))
    await expect(burger).toHaveCount(0)
    await user.press(page.getByRole('button', { name: text('app.tag-vegetarian') }))
    await expect(burger).toBeVisible()
    await user.press(page.getByRole('button', { name: text('menu.allergens') }))
    const dialog = page.getByRole('dialog', { name: text('menu.allergens-title') })
    await expect(dialog.getByRole('checkbox')).toHaveCount(9)
    for (const allergen of ['milk', 'wheat'] as const)
      await user.choose(dialog.getByRole('checkbox', { name: text(`app.allergen-${allergen}`) }))
    await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(2)
    await user.press(dialog.getByRole('button', { name: text('menu.show') }))
    await expect(dialog).toBeHidden()
    await expect(burger).toHaveCount(0)
    await expect(page.getByRole('main').getByText(text.part('menu.caveat')).last()).toBeVisible()
    await user.press(page.getByRole('button', { name: text('menu.clear') }).first())
    await expect(burger).toBeVisible()
  },
)
