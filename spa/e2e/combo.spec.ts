import { audit, horizontalScroll } from './audit'
import { openDish } from './flow'
import { expect, test } from './test'
import { way } from './ways'

way(
  'a combo is built step by step, edited with its choices, removed and restored',
  async ({ page, site, say, call, hand }) => {
    const main = page.getByRole('main')
    const combo = call('big-deal-combo')
    /** Returns the nested groups of an option, collapsed or not. */
    const inside = (group: string, answer: string) =>
      page.locator('details').filter({ hasText: `${call(group)} › ${call(answer)}` })
    const brioche = page.getByRole('radio', { name: call('bun-brioche') })
    const off = say.part('app.left-off', { modifier: call('the-big-deal-tomato').toLowerCase() })
    const burger = inside('big-deal-combo-burger', 'combo-double')
    const tomato = burger.getByRole('checkbox', { name: call('the-big-deal-tomato') })
    const summary = burger.locator('> summary')

    await openDish(page, site.store, 'combos/big-deal-combo', site.prefix)
    await expect(summary).toContainText(
      say.part('item.answer', { question: call('bun'), choice: call('bun-seeded') }),
    )
    await expect(brioche).toBeHidden()

    await test.step('the burger is changed', async () => {
      await hand.press(summary)
      await hand.choose(burger.getByRole('radio', { name: call('bun-brioche') }))
      await hand.choose(tomato)
      await expect(summary).toContainText(call('bun-brioche'))
      await expect(summary).toContainText(off)
      await audit(page, 'a combo, opened', 'main details[open]')
      expect(await horizontalScroll(page)).toBe(0)
      await hand.press(burger.getByRole('button', { name: say('item.done', { what: call('combo-double') }) }))
      await expect(summary).toBeFocused()
      await expect(summary).toBeInViewport()
    })

    await test.step('another drink has its own groups', async () => {
      await hand.choose(page.getByRole('radio', { name: call('combo-tea') }))
      await expect(inside('combo-drink', 'combo-tea')).toBeVisible()
      await expect(inside('combo-drink', 'combo-fountain')).toHaveCount(0)
    })

    await hand.press(page.getByRole('button', { name: say('item.add', { quantity: 1 }) }))
    await expect(
      page.getByRole('banner').getByRole('link', { name: say.part('app.cart-count', { count: 1 }) }),
    ).toBeVisible()
    await page.goto(`${site.prefix}/cart`)
    await expect(main).toContainText(off)

    await test.step('an edit starts with the choices', async () => {
      await hand.press(page.getByRole('link', { name: say('cart.edit-item', { item: combo }) }))
      await expect(summary).toContainText(call('bun-brioche'))
      await expect(page.getByRole('radio', { name: call('combo-tea') })).toBeChecked()
      await hand.press(summary)
      await hand.choose(tomato)
      await hand.press(page.getByRole('button', { name: say('item.save', { quantity: 1 }) }))
      await expect(page).toHaveURL(`${site.prefix}/cart`)
      await expect(main).not.toContainText(off)
      await expect(main).toContainText(call('bun-brioche'))
    })

    await test.step('a removed combo can be restored', async () => {
      await hand.press(page.getByRole('button', { name: say('cart.remove-item', { item: combo }) }))
      await hand.press(page.getByRole('button', { name: say('cart.undo-item', { item: combo }) }))
      await expect(main).toContainText(call('bun-brioche'))
    })
  },
)
