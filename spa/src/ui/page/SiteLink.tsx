import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import type { MenuItem } from '../../market/navigation'
import { wayTo } from '../../market/navigation'
import { useMarket } from '../../market/useMarket'

type SiteLinkProps = Omit<ComponentProps<'a'>, 'href'> & { of: Pick<MenuItem, 'url' | 'as' | 'external'> }

/** A link of the brand's content, wherever it leads. */
export function SiteLink({ of, ...rest }: SiteLinkProps) {
  const { href, leaves } = wayTo(useMarket(), of)
  return leaves ? <a href={href} {...rest} /> : <Link to={href} {...rest} />
}
