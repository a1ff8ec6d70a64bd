import { openApiDocument } from '@forgefold/server/openapi'
import { apiRoutes } from '@forgefold/spec/api-routes'
import { describe, expect, it } from 'vitest'

interface Property {
  readonly type?: string | ReadonlyArray<string>
  readonly pattern?: string
}

interface Operation {
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly schema: { readonly properties: Readonly<Record<string, Property>> } }>
    >
  }
}

const { paths } = JSON.parse(
  JSON.stringify(
    openApiDocument(apiRoutes, { externalUrl: 'http://forge.example', release: '15.3', tier: 'ultimate' }),
  ),
) as { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

const bodyOf = (path: string): Readonly<Record<string, Property>> =>
  paths[path]?.['post']?.requestBody?.content['application/json']?.schema.properties ?? {}

describe('texts that may not be blank', () => {
  it('are described so, and other texts are not', () => {
    const { environment, sha, ref } = bodyOf('/projects/{id}/deployments')
    for (const one of [environment, sha, ref]) {
      expect(one?.pattern).toBe('\\S')
      expect([' ', '', 'a b'].map((text) => new RegExp(one?.pattern ?? '', 'u').test(text))).toEqual([
        false,
        false,
        true,
      ])
    }
    expect(bodyOf('/projects/{id}/merge_requests')['description']?.pattern).toBeUndefined()
  })
})
