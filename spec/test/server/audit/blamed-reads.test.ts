import { BLAMED_READS } from '@forgefold/server/audit'
import { answerSchema } from '@forgefold/server/openapi'
import { apiRoutes } from '@forgefold/spec/api-routes'
import { describe, expect, it } from 'vitest'

/** Reads of one JSON object that is no thing of the history, and why. */
const NO_THINGS: ReadonlyArray<readonly [RegExp, string]> = [
  [/^\/(?:forgefold|\*document|.*audit_events)\//, 'tells of the history itself'],
  [/\/resource_\w+_events\/|\/user_agent_detail$/, 'is one event'],
  [/^\/forgefold\/|^\/(?:version|metadata|license)$|^\/sidekiq\/|\/storage$/, 'tells of the program'],
  [/\/(?:(?:issues_)?statistics|associations_count|user_counts|test_report\w*|exists|avatar)$/, 'counts or looks up'],
  [/\/(?:repository|merge_ref|languages)(?:\/|$)/, 'is made of git'],
  [/\/templates\//, 'comes with the program, or is a file'],
  [/\/(?:ci\/lint|badges\/render)$/, 'tries what is sent'],
  [/\/packages\/(?:npm|composer|conan|nuget)|\/-\/packages|\/terraform\//, 'is what a tool asks for in its own format'],
  [/^\/keys$|^\/job$|\/pipelines\/latest$|^\/namespaces\//, 'is read at a path of its own as well'],
]

const EDITION = { release: '16.0', tier: 'ultimate', externalUrl: 'http://forge.test' } as const

/** Whether a route answers one JSON object. */
const readsOne = (route: (typeof apiRoutes)[number]): boolean => {
  if (route.method !== 'GET' || route.params['per_page'] !== undefined) return false
  if (![undefined, 'application/json'].includes(route.success.mediaType)) return false
  const schema = answerSchema(route, EDITION)
  return schema !== undefined && schema['type'] !== 'array'
}

describe('blame beside the reads of the API', () => {
  it('is there for every read of one thing', () => {
    const ones = apiRoutes.filter(readsOne).map(({ path }) => path)
    const others = ones.filter((path) => !(path in BLAMED_READS))
    expect(others.filter((path) => !NO_THINGS.some(([pattern]) => pattern.test(path)))).toEqual([])
    expect(Object.keys(BLAMED_READS).filter((path) => !ones.includes(path))).toEqual([])
    expect(ones.filter((path) => path in BLAMED_READS && NO_THINGS.some(([pattern]) => pattern.test(path)))).toEqual([])
  })
})
