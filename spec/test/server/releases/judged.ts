import { eventually, type TestInstance } from '@forgefold/spec/instance'

const UNJUDGED = new Set(['unchecked', 'checking'])

/** Whether requests can be merged is found out in the background, once somebody asks. */
export const judged = (instance: TestInstance): Promise<true> =>
  eventually('merge requests that are judged', async () => {
    const { json } = await instance.ask('GET', '/api/v4/merge_requests', {
      as: instance.root,
      query: 'scope=all&with_merge_status_recheck=true',
    })
    const waiting = (json as ReadonlyArray<{ readonly merge_status: string }>).some(({ merge_status }) =>
      UNJUDGED.has(merge_status),
    )
    return waiting ? undefined : true
  })
