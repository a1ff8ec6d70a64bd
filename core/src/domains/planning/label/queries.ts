import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { ResourceParent } from '../../projects/resource-parent/resource-parent.js'

/** A label in the read model. */
export interface LabelRow {
  readonly id: number
  readonly place: ResourceParent
  readonly title: string
  readonly color: string
  readonly description: string | null
  readonly priority: number | null
}

/** Which labels a list contains. */
export interface LabelFilter {
  /** Labels of any of these projects and groups. */
  readonly places: ReadonlyArray<ResourceParent>
  /** A part of title or description, case-insensitive. */
  readonly search?: string | undefined
}

/** How often a label is in use. */
export interface LabelCounts {
  readonly openIssues: number
  readonly closedIssues: number
  readonly openMergeRequests: number
}

/** The queries of labels. */
export interface LabelQueries {
  readonly byId: (id: number) => LabelRow | undefined
  readonly rows: (ids: ReadonlyArray<number>) => ReadonlyArray<LabelRow>
  /** A label of that title in any of the projects and groups, case-insensitively; an exact match first. */
  readonly named: (places: ReadonlyArray<ResourceParent>, title: string) => LabelRow | undefined
  /** Everywhere, case-insensitively. */
  readonly titled: (title: string) => ReadonlyArray<number>
  /** By title. */
  readonly list: (filter: LabelFilter, page: PageRequest) => Page<LabelRow>
  /** Uses within a project, or within the projects of a group and below. */
  readonly counts: (labelId: number, within: ResourceParent) => LabelCounts
  readonly isSubscribed: (labelId: number, userId: number) => boolean
  /** Increases with each change of any label. */
  readonly edition: () => number
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly labels: LabelQueries
  }
}
