import { audit, horizontalScroll } from './audit'
import { journey } from './defineJourney'
import { openDish } from './flow'
import { expect, test } from './test'

journey(
  'a combo is built step by step, edited with its choices, removed and restored',
  async ({ page, site, text, menuName, user }) => {
    const main = page.getByRole('main')
    const combo = menuName('big-deal-combo')
    /** Returns the nested groups of an option, collapsed or not. */
    const nestedGroups = (group: string, option: string) =>
      page.locator('details').filter({ hasText: `${menuName(group)} › ${menuName(option)}` })
    const brioche = page.getByRole('radio', { name: menuName('bun-brioche') })
    const withoutTomato = text.part('app.left-off', {
      modifier: menuName('the-big-deal-tomato').toLowerCase(),
    })
    const burger = nestedGroups('big-deal-combo-burger', 'combo-double')
    const tomato = burger.getByRole('checkbox', { name: menuName('the-big-deal-tomato') })
    const summary = burger.locator('> summary')

    await openDish(page, site.slug, 'combos/big-deal-combo', site.prefix)
    await expect(summary).toContainText(
      text.part('item.answer', { question: menuName('bun'), choice: menuName('bun-seeded') }),
    )
    await expect(brioche).toBeHidden()

    await test.step('the burger is changed', async () => {
      await user.press(summary)
      await user.choose(burger.getByRole('radio', { name: menuName('bun-brioche') }))
      await user.choose(tomato)
      await expect(summary).toContainText(menuName('bun-brioche'))
      await expect(summary).toContainText(withoutTomato)
      await audit(page, 'a combo, opened', 'main details[open]')
      expect(await horizontalScroll(page)).toBe(0)
      await user.press(
        burger.getByRole('button', { name: text('item.done', { what: menuName('combo-double') }) }),
      )
      await expect(summary).toBeFocused()
      await expect(summary).toBeInViewport()
    })

    await test.step('another drink has its own groups', async () => {
      await user.choose(page.getByRole('radio', { name: menuName('combo-tea') }))
      await expect(nestedGroups('combo-drink', 'combo-tea')).toBeVisible()
      await expect(nestedGroups('combo-drink', 'combo-fountain')).toHaveCount(0)
    })

    await user.press(page.getByRole('button', { name: text('item.add', { quantity: 1 }) }))
    await expect(
      page.getByRole('banner').getByRole('link', { name: text.part('app.cart-count', { count: 1 }) }),
    ).toBeVisible()
    await page.goto(`${site.prefix}/cart`)
    await expect(main).toContainText(withoutTomato)

    await test.step('an edit starts with the choices', async () => {
      await user.press(page.getByRole('link', { name: text('cart.edit-item', { item: combo }) }))
      await expect(summary).toContainText(menuName('bun-brioche'))
      await expect(page.getByRole('radio', { name: menuName('combo-tea') })).toBeChecked()
      await user.press(summary)
      await user.choose(tomato)
      await user.press(page.getByRole('button', { name: text('item.save', { quantity: 1 }) }))
      await expect(page).toHaveURL(`${site.prefix}/cart`)
      await expect(main).not.toContainText(withoutTomato)
      await expect(main).toContainText(menuName('bun-brioche'))
    })

    await test.step('a removed combo can be restored', async () => {
      await user.press(page.getByRole('button', { name: text('cart.remove-item', { item: combo }) }))
      await user.press(page.getByRole('button', { name: text('cart.undo-item', { item: combo }) }))
      await expect(main).toContainText(menuName('bun-brioche'))
    })
  },
)
