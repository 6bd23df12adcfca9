/** What the merchant decides, not the code: the name, the record of specification §1 and the headers of §7. */
export const brand = {
  id: 3,
  name: 'Big Deal Burger',
  /** "platform-id": which of the brand's sales channels is calling. */
  platformId: 'web',
  /** "X-Tenant-Id": fixed for the brand. */
  tenantId: 'big-deal-burger',
} as const
