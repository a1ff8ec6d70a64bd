import { type Forge, RecencyCache } from '@forgefold/core/app'
import { projectById } from '@forgefold/core/domains/projects/project'
import {
  detailedMergeStatus,
  editionOfLabelsAndMilestones,
  type ListedMergeRequest,
  type MergeRequestRow,
  mergeFactsOf,
  mergeRequestsById,
} from '@forgefold/core/domains/review/merge-request'
import { categoryOf, dayOf, type StoredEvent } from '@forgefold/core/kernel'
import { releaseHas } from '@forgefold/core/releases'
import { encodedFragment, type Fragment, fragmentOfText } from '../../../../../http/index.js'
import { Fragments } from '../../../fragments.js'
import { type BasicView, presentBasic, presentSimply } from './basic.js'

/** How the rows of a list are presented. */
export type ListView = BasicView & { readonly simple: boolean }

interface Row {
  readonly edition: number
  /** Increases with each change of a label or milestone, which makes older fragments stale. */
  readonly labelsEdition: number
  readonly json: string
}

type Listed = ReadonlyArray<ListedMergeRequest>

/** The most cached rows, of some 2 KB each. */
const MAX_CACHED_ROWS = 20_000

/** Categories that are shown with every merge request: a change of one makes all fragments stale. */
const SHOWN_EVERYWHERE: ReadonlySet<string> = new Set([
  'user',
  'project',
  'group',
  'namespace',
  'settings',
  'label',
  'milestone',
  'protected_branch',
])

/** The cached fragments of rows and of whole pages; the read model returns a new page object after any change. */
interface Made {
  readonly rows: RecencyCache<string, Row>
  readonly pages: WeakMap<Listed, Map<string, Fragment>>
  /** Single merge requests, as the last caller saw them. */
  readonly wholes: Fragments<MergeRequestRow>
}

/** Cached JSON of merge requests. */
export class MergeRequestFragments {
  #made: Made | undefined

  /** The current generation; a presentation in progress keeps the one it began with. */
  get made(): Made {
    this.#made ??= { rows: new RecencyCache(MAX_CACHED_ROWS), pages: new WeakMap(), wholes: new Fragments() }
    return this.#made
  }

  /** To be called with each batch of events whose rows are committed. */
  applied(events: ReadonlyArray<StoredEvent>): void {
    if (this.#made !== undefined && events.some((event) => SHOWN_EVERYWHERE.has(categoryOf(event.stream))))
      this.#made = undefined
  }
}

declare module '@forgefold/core/app' {
  interface Forge {
    readonly mergeRequestFragments: MergeRequestFragments
  }
}

/** Adds members at the end of an object's JSON text, at least one. */
export const withMembers = (json: string, members: Readonly<Record<string, unknown>>): string =>
  `${json.slice(0, -1)},${JSON.stringify(members).slice(1)}`

/** Adds the fields to a fragment that change without the row. */
const withDetailedStatus = (forge: Forge, row: MergeRequestRow, json: string): string => {
  const project = projectById(forge, row.targetProjectId)
  if (project === undefined) return json
  return withMembers(json, {
    detailed_merge_status: detailedMergeStatus(row.mergeStatus, mergeFactsOf(forge, project, row)),
  })
}

/** Milestones expire with the day, without an event. */
const kindOf = (forge: Forge, view: ListView): string => {
  const shape = view.simple ? 's' : view.labelsDetails ? 'd' : 'b'
  return `${shape}${view.place === 'project' ? 'p' : 'e'}${dayOf(forge.clock.now())} `
}

const keptText = (
  rows: Made['rows'],
  { id, edition }: ListedMergeRequest,
  kind: string,
  labelsEdition: number,
): string | undefined => {
  const known = rows.get(`${kind}${id}`)
  return known?.edition === edition && known.labelsEdition === labelsEdition ? known.json : undefined
}

/** The text of a row in this edition, cached; undefined where its project is deleted. */
const textOfRow = async (
  forge: Forge,
  rows: Made['rows'],
  row: MergeRequestRow,
  view: ListView,
  kind: string,
): Promise<string | undefined> => {
  const { edition } = row
  const labelsEdition = editionOfLabelsAndMilestones(forge)
  const known = keptText(rows, row, kind, labelsEdition)
  if (known !== undefined) return known
  const project = projectById(forge, row.targetProjectId)
  if (project === undefined) return undefined
  const json = JSON.stringify(
    view.simple ? await presentSimply(forge, project, row) : await presentBasic(forge, project, row, view),
  )
  rows.set(`${kind}${row.id}`, { edition, labelsEdition, json })
  return json
}

const viewIn = (place: BasicView['place']): ListView => ({ place, labelsDetails: false, simple: false })

/** The JSON text of a merge request in lists, without the fields that depend on more than its row; undefined where its project is deleted. */
export const textOfMergeRequest = (
  forge: Forge,
  row: MergeRequestRow,
  place: BasicView['place'],
): Promise<string | undefined> =>
  textOfRow(forge, forge.mergeRequestFragments.made.rows, row, viewIn(place), kindOf(forge, viewIn(place)))

/** The same, undefined where it has not been made yet. */
export const keptTextOf = (forge: Forge, row: MergeRequestRow, place: BasicView['place']): string | undefined =>
  keptText(
    forge.mergeRequestFragments.made.rows,
    row,
    kindOf(forge, viewIn(place)),
    editionOfLabelsAndMilestones(forge),
  )

/** Only rows without a cached text are read, all at once. */
const makePage = async (
  forge: Forge,
  { rows, pages }: Made,
  listed: Listed,
  view: ListView,
  kind: string,
): Promise<Fragment> => {
  const beside = editionOfLabelsAndMilestones(forge)
  const texts = new Map<number, string>()
  for (const one of listed) {
    const known = keptText(rows, one, kind, beside)
    if (known !== undefined) texts.set(one.id, known)
  }
  const isDetailed = !view.simple && releaseHas('merge_request.detailed_merge_status', forge.instance.release)
  const missing = listed.filter(({ id }) => isDetailed || !texts.has(id)).map(({ id }) => id)
  for (const row of mergeRequestsById(forge, missing)) {
    const json = texts.get(row.id) ?? (await textOfRow(forge, rows, row, view, kind))
    if (json === undefined) continue
    texts.set(row.id, isDetailed ? withDetailedStatus(forge, row, json) : json)
  }
  const page = encodedFragment(fragmentOfText(`[${listed.flatMap(({ id }) => texts.get(id) ?? []).join(',')}]`))
  const ofPage = pages.get(listed) ?? new Map<string, Fragment>()
  pages.set(listed, ofPage.set(kind, page))
  return page
}

/** The JSON text of a list; cached for each edition of its rows, because it does not depend on the caller. */
export const presentMergeRequestList = (forge: Forge, listed: Listed, view: ListView): Fragment | Promise<Fragment> => {
  const kind = kindOf(forge, view)
  const { made } = forge.mergeRequestFragments
  return made.pages.get(listed)?.get(kind) ?? makePage(forge, made, listed, view, kind)
}
