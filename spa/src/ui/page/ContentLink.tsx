import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import type { MenuItem } from '../../market/navigation'
import { resolveLink } from '../../market/navigation'
import { useMarket } from '../../market/useMarket'

type SiteLinkProps = Omit<ComponentProps<'a'>, 'href'> & { link: Pick<MenuItem, 'url' | 'as' | 'external'> }

/** A link in the brand's content: internal, external or a file. */
export function ContentLink({ link, ...rest }: SiteLinkProps) {
  const { href, needsPageLoad } = resolveLink(useMarket(), link)
  return needsPageLoad ? <a href={href} {...rest} /> : <Link to={href} {...rest} />
}
