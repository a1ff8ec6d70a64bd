import { type Forge, RecencyCache } from '@forgefold/core/app'
import type { ListedMergeRequest, MergeRequestRow } from '@forgefold/core/domains/merge-request'
import { categoryOf, type StoredEvent } from '@forgefold/core/kernel'
import { releaseHas } from '@forgefold/core/releases'
import { type BasicView, presentBasic, presentSimply } from './basic.js'
import { detailedMergeStatus } from './detailed-merge-status.js'

/** How the rows of a list are to be shown. */
export type ListView = BasicView & { readonly simple: boolean }

interface Fragment {
  readonly edition: number
  readonly companions: number
  readonly json: string
}

/** So many fragments of some 2 KB are kept. */
const MOST_FRAGMENTS = 20_000

const caches = new WeakMap<Forge, RecencyCache<string, Fragment>>()

const cacheOf = (forge: Forge): RecencyCache<string, Fragment> => {
  const known = caches.get(forge) ?? new RecencyCache<string, Fragment>(MOST_FRAGMENTS)
  caches.set(forge, known)
  return known
}

/** Things shown with every request: when one of them changes, nothing made before is good any more. */
const SHOWN_EVERYWHERE: ReadonlySet<string> = new Set([
  'user',
  'project',
  'group',
  'namespace',
  'settings',
  'label',
  'milestone',
])

/** Told of each batch of events whose rows are committed. */
export const forgetFragments =
  (forge: Forge) =>
  (events: ReadonlyArray<StoredEvent>): void => {
    if (caches.has(forge) && events.some((event) => SHOWN_EVERYWHERE.has(categoryOf(event.stream))))
      caches.delete(forge)
  }

const make = async (forge: Forge, row: MergeRequestRow, view: ListView): Promise<string | undefined> => {
  const project = forge.read.projects.byId(row.targetProjectId)
  if (project === undefined) return undefined
  return JSON.stringify(
    view.simple ? await presentSimply(forge, project, row) : await presentBasic(forge, project, row, view),
  )
}

/** Opens a fragment's end and puts what changes without the row into it. */
const withDetailedStatus = (forge: Forge, row: MergeRequestRow, json: string): string => {
  const project = forge.read.projects.byId(row.targetProjectId)
  if (project === undefined) return json
  return `${json.slice(0, -1)},"detailed_merge_status":${JSON.stringify(detailedMergeStatus(forge, project, row))}}`
}

/**
 * The JSON text of a list, joined from fragments: each is made once for each edition of its row, because none depends on the caller.
 *
 * Rows are read for those that are missing only, all at once.
 */
export const presentRequestList = async (
  forge: Forge,
  listed: ReadonlyArray<ListedMergeRequest>,
  view: ListView,
): Promise<string> => {
  const cache = cacheOf(forge)
  const companions = forge.companions.edition()
  const kind = `${view.simple ? 's' : view.labelsDetails ? 'd' : 'b'}${view.place === 'project' ? 'p' : 'e'}`
  const texts = new Map<number, string>()
  for (const { id, edition } of listed) {
    const known = cache.get(`${kind}${id}`)
    if (known?.edition === edition && known.companions === companions) texts.set(id, known.json)
  }
  const isDetailed = !view.simple && releaseHas('merge_request.detailed_merge_status', forge.instance.release)
  const missing = listed.filter(({ id }) => isDetailed || !texts.has(id)).map(({ id }) => id)
  for (const row of forge.read.mergeRequests.rows(missing)) {
    const json = texts.get(row.id) ?? (await make(forge, row, view))
    if (json === undefined) continue
    cache.set(`${kind}${row.id}`, { edition: row.edition, companions, json })
    texts.set(row.id, isDetailed ? withDetailedStatus(forge, row, json) : json)
  }
  return `[${listed.flatMap(({ id }) => texts.get(id) ?? []).join(',')}]`
}
