import type { Block } from '../../api/content'
import { Ticket } from '../../ui/layout/Ticket'
import { RailTicket, TicketRail } from '../../ui/layout/TicketRail'
import { Bands } from './Bands'
import { Blocks } from './Blocks'
import { bandsOf, plainText } from './bands'
import { Deals } from './Deals'
import styles from './Offers.module.css'

/** Body of the deals page: the deals, then the brand's offers that do not end, one ticket each. */
export function Offers({ blocks }: { blocks: readonly Block[] }) {
  const bands = bandsOf(blocks)
  const lead = bands.filter(({ heading }) => !heading).flatMap((band) => band.blocks)
  return (
    <>
      <Deals />
      <Bands blocks={lead} />
      <TicketRail className={styles.wall}>
        <div className={styles.slips}>
          {bands.map(
            ({ heading, blocks }) =>
              heading && (
                <RailTicket key={heading.id}>
                  <Ticket title={plainText(heading.text)}>
                    <div className={styles.slip}>
                      <Blocks blocks={blocks} />
                    </div>
                  </Ticket>
                </RailTicket>
              ),
          )}
        </div>
      </TicketRail>
    </>
  )
}
