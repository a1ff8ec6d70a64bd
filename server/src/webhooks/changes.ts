import type { Forge } from '@forgefold/core/app'
import { type Description, wholeDescription } from '@forgefold/core/domains/issuable'
import { isDraft } from '@forgefold/core/domains/review/merge-request'
import {
  type AttributeChange,
  type Attributes,
  attributesAfter,
  type DeliverableEvent,
} from '@forgefold/core/domains/webhooks/webhook'
import type { Instant } from '@forgefold/core/kernel'
import { labelsIn, payloadTime, usersIn } from './payload-parts.js'

const shown = (forge: Forge, name: string, value: unknown): unknown => {
  switch (name) {
    case 'labels':
      return labelsIn(forge, (value ?? []) as ReadonlyArray<number>)
    case 'assignees':
    case 'reviewers':
      return usersIn(forge, (value ?? []) as ReadonlyArray<number>)
    case 'description':
      return value === null ? null : wholeDescription(forge, value as Description)
    case 'created_at':
    case 'updated_at':
    case 'closed_at':
    case 'last_edited_at':
      return payloadTime(value as Instant | null)
    default:
      return value
  }
}

/** People and labels are reported only if there are or were some. */
const isMeaningful = ([name, { previous, current }]: readonly [string, AttributeChange]): boolean =>
  !['labels', 'assignees', 'reviewers'].includes(name) ||
  previous !== null ||
  (current as ReadonlyArray<unknown>).length > 0

const draftChange = (forge: Forge, title: AttributeChange | undefined) => {
  if (typeof title?.previous !== 'string') return {}
  const [previous, current] = [title.previous, String(title.current)].map((text) =>
    isDraft(text, forge.instance.release),
  )
  return previous === current ? {} : { draft: { previous, current } }
}

interface ChangesOfEvent {
  readonly changes: object
  readonly oldrev: { readonly oldrev?: unknown }
  readonly isHeadMoved: boolean
  readonly now: Attributes
}

/** The fields that an event changed, with the values before and after; the old head after a push to the source branch; and the values since. */
export const changesIn = async (
  forge: Forge,
  kind: 'issue' | 'merge_request',
  id: number,
  { cause }: Pick<DeliverableEvent, 'cause'>,
): Promise<ChangesOfEvent> => {
  const { changes: found, now } = await attributesAfter(forge, { kind, id, cause })
  const head = found.get('head')
  const shownChanges = [...found].filter(([name]) => name !== 'head').filter(isMeaningful)
  const changes = await Promise.all(
    shownChanges.map(async ([name, { previous, current }]) => [
      name,
      { previous: await shown(forge, name, previous), current: await shown(forge, name, current) },
    ]),
  )
  return {
    changes: { ...Object.fromEntries(changes), ...(kind === 'issue' ? {} : draftChange(forge, found.get('title'))) },
    oldrev: typeof head?.previous === 'string' ? { oldrev: head.previous } : {},
    isHeadMoved: head !== undefined,
    now,
  }
}
