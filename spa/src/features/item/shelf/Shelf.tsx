import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../api/errors'
import {
  type Build,
  useAddBuildMutation,
  useChangeBuildMutation,
  useGetItemDetailsQuery,
  useGetLocationQuery,
  useListBuildsQuery,
  useRemoveBuildMutation,
} from '../../../api/generated'
import { useProblemText } from '../../../api/useProblemText'
import { stackOf } from '../../../food/stack'
import { useMarket, usePaths } from '../../../market/useMarket'
import { formatAmount } from '../../../money/money'
import { ButtonLink } from '../../../ui/form/Button'
import { TextButton } from '../../../ui/form/TextButton'
import { DrawnFacts, DrawnList, DrawnRow } from '../../../ui/layout/DrawnList'
import { notify } from '../../../ui/overlay/notifications'
import { chosenIds, defaultSelection, fromKept, toChoices, unitPrice } from '../selection'
import { NameField } from './NameField'
import styles from './Shelf.module.css'

/** The customer's shelf: builds to order again. It shows nothing while it is empty. */
export function Shelf() {
  const { t } = useTranslation()
  const { data } = useListBuildsQuery()
  if (!data?.entries.length) return null
  return (
    <section className={styles.shelf} aria-labelledby="shelf">
      <h2 id="shelf">{t('item.shelf')}</h2>
      <DrawnList>
        {data.entries.map((build) => (
          <Kept key={build.id} build={build} version={`"${data.version}"`} />
        ))}
      </DrawnList>
    </section>
  )
}

/** One build, with what the menu has changed since. */
function Kept({ build, version }: { build: Build; version: string }) {
  const { t } = useTranslation()
  const { lang } = useMarket()
  const paths = usePaths()
  const wording = useProblemText()
  const [rename] = useChangeBuildMutation()
  const [remove] = useRemoveBuildMutation()
  const [restore] = useAddBuildMutation()
  const [isRenaming, setIsRenaming] = useState<boolean>()
  const { id = '', name, itemId, locationId = '' } = build
  const location = useGetLocationQuery({ locationId }, { skip: !locationId })
  const details = useGetItemDetailsQuery({ locationId, item: itemId }, { skip: !locationId })
  const item = details.data
  const { selection, away, gone } = item
    ? build.choices
      ? fromKept(item.groups, build.choices)
      : { selection: defaultSelection(item.groups), away: [], gone: 0 }
    : { selection: {}, away: [], gone: 0 }
  const isGone = !locationId || [location.error, details.error].some((e) => (e as ApiError)?.status === 404)

  const drawn = item?.stack ? stackOf(item.stack, chosenIds(selection)) : item?.picture

  async function removeBuild() {
    try {
      await remove({ id, 'If-Match': version }).unwrap()
      notify({
        type: 'info',
        text: t('item.shelf-removed', { name }),
        closeAfter: 10_000,
        action: { label: t('app.undo'), onPress: () => void restore({ build }) },
      })
    } catch (error) {
      notify({ type: 'error', text: wording(error as ApiError), closeAfter: 6000 })
    }
  }

  return (
    <DrawnRow food={drawn ? [drawn] : []}>
      <h3>{name}</h3>
      {item && location.data && (
        <DrawnFacts>
          {`${item.label} · ${location.data.label} · ${formatAmount(unitPrice(item.price, item.groups, selection), lang)}`}
        </DrawnFacts>
      )}
      {isGone && <p className={styles.changed}>{t('item.gone')}</p>}
      {away.length > 0 && (
        <p className={styles.changed}>
          {t('item.shelf-away', { options: new Intl.ListFormat(lang).format(away) })}
        </p>
      )}
      {gone > 0 && <p className={styles.changed}>{t('item.shelf-gone', { count: gone })}</p>}
      {isRenaming ? (
        <NameField
          name={name}
          submit={t('item.shelf-rename')}
          onCancel={() => setIsRenaming(false)}
          onName={async (next) => {
            await rename({ id, 'If-Match': version, build: { ...build, name: next } }).unwrap()
            setIsRenaming(false)
          }}
        />
      ) : (
        <div className={styles.buttons}>
          {item && location.data && (
            <ButtonLink
              small
              to={paths.item(location.data.slug, item.section, item.slug)}
              state={{ choices: toChoices(item.groups, selection) }}
              aria-label={t('item.shelf-order-name', { name })}
            >
              {t('item.shelf-order')}
            </ButtonLink>
          )}
          <TextButton
            // The guest closed the field that had the focus.
            autoFocus={isRenaming === false}
            aria-label={t('item.shelf-rename-name', { name })}
            onClick={() => setIsRenaming(true)}
          >
            {t('item.shelf-rename')}
          </TextButton>
          <TextButton aria-label={t('item.shelf-remove-name', { name })} onClick={() => void removeBuild()}>
            {t('item.shelf-remove')}
          </TextButton>
        </div>
      )}
    </DrawnRow>
  )
}
