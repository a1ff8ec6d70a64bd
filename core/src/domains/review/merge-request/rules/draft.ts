import { releaseHas } from '../../../../releases/index.js'

/** The prefixes of a draft's title, case-insensitive, any number of times. */
const ALWAYS = /^(?:draft:|\[draft\]|\(draft\))\s*/i
const BARE = /^(?:draft - |draft$)\s*/i
const WIP = /^(?:wip:|\[wip\]|wip$)\s*/i

const prefixesOf = (release: string): ReadonlyArray<RegExp> => [
  ALWAYS,
  ...(releaseHas('merge_request.bare_draft_title', release) ? [BARE] : []),
  ...(releaseHas('merge_request.wip_title_prefix', release) ? [WIP] : []),
]

/** Whether the title makes a draft in this release (docs/reference/behaviour/review.md#draft-titles). */
export const isDraft = (title: string, release: string): boolean =>
  prefixesOf(release).some((prefix) => prefix.test(title))

/** The title without any of its leading prefixes. */
export const withoutDraft = (title: string, release: string): string => {
  const prefixes = prefixesOf(release)
  let rest = title
  for (;;) {
    const prefix = prefixes.find((one) => one.test(rest))
    if (prefix === undefined) return rest
    rest = rest.replace(prefix, '')
  }
}

/** The title with a draft prefix. */
export const asDraft = (title: string, release: string): string => (isDraft(title, release) ? title : `Draft: ${title}`)

const FILTERED = /^(?:draft:|\[draft\]|\(draft\)|draft - )\s*/i

/** The rule of the list filter `wip`, the same in every release. */
export const isFilteredAsDraft = (title: string): boolean => FILTERED.test(title)

/** The title without the marks that the list filter matches. */
export const withoutFilteredDraft = (title: string): string => {
  let rest = title
  while (FILTERED.test(rest)) rest = rest.replace(FILTERED, '')
  return rest
}

/** Titles of commits that will be rewritten: their merge request is a draft. */
export const isFixupCommit = (commitTitle: string): boolean => /^(?:fixup!|squash!|draft:|\[draft\])/i.test(commitTitle)
