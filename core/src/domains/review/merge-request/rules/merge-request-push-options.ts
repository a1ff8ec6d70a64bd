/** The wishes of a push for its merge request. */
export interface MergeRequestPushOptions {
  readonly create: boolean
  readonly target: string | undefined
  readonly title: string | undefined
  readonly description: string | undefined
  readonly draft: boolean
  readonly removeSourceBranch: boolean
  readonly squash: boolean
  readonly whenPipelineSucceeds: boolean
  /** The title of a milestone. */
  readonly milestone: string | undefined
  readonly labels: ReadonlyArray<string>
  readonly withoutLabels: ReadonlyArray<string>
  /** User names or ids. */
  readonly assignees: ReadonlyArray<string>
  readonly withoutAssignees: ReadonlyArray<string>
}

/** `mr.` is the short form. */
const OPTION = /^(?:merge_request|mr)\.([^=]*)=?(.*)$/s

/** The push options for a merge request (docs/reference/behaviour/git.md#push-options); undefined where there are none. */
export const parseMergeRequestPushOptions = (options: ReadonlyArray<string>): MergeRequestPushOptions | undefined => {
  const given = options.flatMap((option) => {
    const [, key, value = ''] = OPTION.exec(option) ?? []
    return key === undefined ? [] : [{ key, value }]
  })
  if (given.length === 0) return undefined
  const all = (key: string): ReadonlyArray<string> =>
    given.flatMap((one) => (one.key === key && one.value !== '' ? [one.value] : []))
  const last = (key: string): string | undefined => all(key).at(-1)
  const isSet = (key: string): boolean => given.some((one) => one.key === key)
  return {
    create: isSet('create'),
    target: last('target'),
    title: last('title'),
    description: last('description'),
    draft: isSet('draft'),
    removeSourceBranch: isSet('remove_source_branch'),
    squash: isSet('squash'),
    whenPipelineSucceeds: isSet('merge_when_pipeline_succeeds') || isSet('auto_merge'),
    milestone: last('milestone'),
    labels: all('label'),
    withoutLabels: all('unlabel'),
    assignees: all('assign'),
    withoutAssignees: all('unassign'),
  }
}
