import { createForgefold } from '@forgefold/server'
import { openApiDocument } from '@forgefold/server/openapi'
import { asFetch } from '@forgefold/server/transport'
import { apiRoutes } from '@forgefold/spec/api-routes'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: object
}

interface Operation {
  readonly operationId: string
  readonly parameters: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> }
  readonly responses: Readonly<Record<string, object>>
  readonly deprecated?: boolean
}

interface Document {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly responses: object
    readonly headers: object
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}

const documentOf = (release: string, tier: 'free' | 'premium' | 'ultimate'): Document =>
  JSON.parse(
    JSON.stringify(openApiDocument(apiRoutes, { externalUrl: 'http://forge.example', release, tier })),
  ) as Document

/** Parameters with those that many operations share in the place of what refers to them. */
const parametersOf = ({ components }: Document, { parameters }: Operation): ReadonlyArray<Parameter> =>
  parameters.map((one) => {
    const shared = '$ref' in one ? /^#\/components\/parameters\/(\w+)$/.exec(String(one.$ref))?.[1] : undefined
    return components.parameters[shared ?? ''] ?? one
  })

const operations = (document: Document): ReadonlyArray<readonly [string, Operation]> =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, operation]) =>
        [`${method} ${path}`, { ...operation, parameters: parametersOf(document, operation) }] as const,
    ),
  )

describe('the OpenAPI document', () => {
  const whole = documentOf('15.3', 'ultimate')

  it('has every route of the release and tier, and each once', () => {
    expect(whole.openapi).toBe('3.1.0')
    const ids = operations(whole).map(([, { operationId }]) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(20)
    expect(operations(documentOf('15.3', 'free')).length).toBeLessThanOrEqual(ids.length)
  })

  it('declares every name in a path, and nothing twice', () => {
    for (const [what, { parameters }] of operations(whole)) {
      const named = [...what.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(
        parameters
          .filter((one) => one.in === 'path')
          .map(({ name }) => name)
          .sort(),
        what,
      ).toEqual(named.sort())
      const keys = parameters.map((one) => `${one.in} ${one.name}`)
      expect(new Set(keys).size, what).toBe(keys.length)
    }
  })

  it('lets every read be asked as of a moment, and no write', () => {
    for (const [what, { parameters }] of operations(whole)) {
      const shared = parameters.map((one) => `${one.in} ${one.name}`).filter((one) => /as.of$/i.test(one))
      expect(shared, what).toEqual(what.startsWith('get ') ? ['query as_of', 'header Forgefold-As-Of'] : [])
    }
  })

  it('names the type of each archive, and requires of a project nothing that only some callers see', () => {
    const document = documentOf('16.0', 'ultimate')
    const typesOf = (ending: string): ReadonlyArray<string> => {
      const answer = document.paths[`/projects/{id}/repository/archive${ending}`]?.['get']?.responses['200']
      return Object.keys((answer as { readonly content: object }).content)
    }
    expect(['', '.tar', '.bz2', '.zip'].flatMap(typesOf)).toEqual([
      'application/gzip',
      'application/x-tar',
      'application/x-bzip2',
      'application/zip',
    ])
    const { schemas } = document.components as unknown as {
      readonly schemas: Readonly<Record<string, { readonly required: ReadonlyArray<string> }>>
    }
    expect(schemas['Project']?.required).not.toContain('allow_pipeline_trigger_approve_deployment')
  })

  it('lets a refusal with a shape of its own be as every other', () => {
    const schemas = operations(whole).flatMap(([, { responses }]) =>
      Object.entries(responses).flatMap(([status, answer]) => {
        const { content } = answer as { readonly content?: Readonly<Record<string, { readonly schema: object }>> }
        const schema = content?.['application/json']?.schema
        return Number(status) >= 400 && schema !== undefined ? [schema] : []
      }),
    )
    expect(schemas).not.toEqual([])
    for (const schema of schemas)
      expect(schema).toMatchObject({ anyOf: [expect.anything(), { $ref: '#/components/schemas/Refusal' }] })
  })

  it('declares no content of redirects', () => {
    const redirects = operations(whole).flatMap(([what, { responses }]) => (responses['302'] ? [what] : []))
    expect(redirects).not.toEqual([])
    for (const [what, { responses }] of operations(whole))
      if (redirects.includes(what)) expect.soft(responses['302'], what).not.toHaveProperty('content')
  })

  it('has schemas that are JSON Schema', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    for (const [what, { parameters, requestBody }] of operations(whole)) {
      for (const { schema } of parameters) expect(ajv.validateSchema(schema), what).toBe(true)
      for (const { schema } of Object.values(requestBody?.content ?? {}))
        expect(ajv.validateSchema(schema), what).toBe(true)
      expect(JSON.stringify([parameters, requestBody ?? null])).not.toContain('"nullable"')
    }
  })

  it('lists each allowed value once', () => {
    const repeated = (value: unknown, at: string): ReadonlyArray<string> => {
      if (typeof value !== 'object' || value === null) return []
      const { enum: values } = value as { readonly enum?: unknown }
      const here = Array.isArray(values) && new Set(values).size < values.length ? [at] : []
      return [...here, ...Object.entries(value).flatMap(([key, one]) => repeated(one, `${at}/${key}`))]
    }
    expect(repeated(whole, '')).toEqual([])
  })

  it('says of every answer what it holds', () => {
    const silent = operations(whole).filter(([, { responses }]) =>
      Object.entries(responses).some(([status, answer]) => {
        if (!status.startsWith('2')) return false
        const { content } = answer as { readonly content?: Readonly<Record<string, { readonly schema: object }>> }
        if (content === undefined) return false
        return Object.keys(content['application/json']?.schema ?? { bytes: true }).length === 0
      }),
    )
    expect(silent.map(([what]) => what)).toEqual([])
  })

  it('declares every refusal: by its status, or by default', () => {
    for (const [what, { responses }] of operations(whole)) {
      expect(Object.keys(responses), what).toEqual(expect.arrayContaining(['304', '400', '401', '429', 'default']))
      if (/^(post|put|patch) /.test(what)) expect(responses, what).toHaveProperty('413')
    }
    const { responses } = whole.components as unknown as {
      readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>
    }
    expect(Object.keys(responses['TooManyRequests']?.content ?? {}).sort()).toEqual(['application/json', 'text/plain'])
    expect(Object.keys(responses['BadRequest']?.content ?? {}).sort()).toEqual(['application/json', 'text/plain'])
    expect(responses['NotModified']).not.toHaveProperty('content')
  })

  it('announces fields that are to go', () => {
    const fields = (release: string) =>
      JSON.stringify(
        (
          documentOf(release, 'ultimate').components as unknown as {
            readonly schemas: { readonly MergeRequest: object }
          }
        ).schemas.MergeRequest,
      )
    expect(fields('14.6')).toContain('"merged_by":{"oneOf"')
    expect(fields('15.3')).toMatch(/"merged_by":\{"oneOf":\[[^\]]*\],"deprecated":true\}/)
    expect(fields('16.0')).not.toContain('merged_by')
  })

  it('refers only to what it has', () => {
    const refs = new Set(
      [...JSON.stringify(whole).matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)].map(
        ([, kind, name]) => `${kind}/${name}`,
      ),
    )
    const components = whole.components as unknown as Record<string, Record<string, unknown>>
    for (const ref of refs) {
      const [kind, name] = ref.split('/') as [string, string]
      expect(components[kind]?.[name], ref).toBeDefined()
    }
  })
})

describe('the documentation over HTTP', () => {
  let close: () => Promise<void>
  let ask: (path: string) => Promise<Response>
  beforeAll(async () => {
    const forgefold = await createForgefold({
      instance: { externalUrl: 'http://forge.example', tier: 'ultimate', release: '15.3' },
    })
    const fetchIt = asFetch(forgefold.handler)
    ask = (path) => fetchIt(new Request(`http://forge.example${path}`))
    close = forgefold.close
  })
  afterAll(() => close())

  it('is there as data and as a page without scripts', async () => {
    const document = await ask('/api/v4/openapi.json')
    expect(document.headers.get('content-type')).toBe('application/json')
    expect(((await document.json()) as Document).paths['/projects/{id}/deployments']).toBeDefined()
    const page = await ask('/-/docs/api')
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await page.text()
    expect(html).toContain('/api/v4/projects/:id/deployments')
    expect(html).not.toMatch(/<script|https?:\/\/(?!forge)/)
  })

  it('every endpoint of the process answers', async () => {
    expect(await (await ask('/-/health')).text()).toBe('Forgefold OK\n')
    expect(await (await ask('/-/liveness')).json()).toEqual({ status: 'ok' })
    expect(await (await ask('/-/readiness')).json()).toEqual({
      status: 'ok',
      event_store: { status: 'ok' },
      read_model: { status: 'ok' },
    })
  })

  it('metrics tell of requests, appends, the read model and the event loop', async () => {
    await ask('/api/v4/projects/secret-name/deployments?private_token=secret')
    const text = await (await ask('/-/metrics')).text()
    expect(text).toMatch(
      /forgefold_http_requests_total\{method="GET",route="\/api\/v4\/projects\/:id\/deployments",status="401"\} 1/,
    )
    expect(text).toMatch(/forgefold_http_request_duration_seconds_bucket\{.*le="\+Inf"\} \d+/)
    for (const name of [
      'forgefold_append_duration_seconds',
      'forgefold_events_appended_total',
      'forgefold_projection_lag_positions 0',
      'forgefold_projection_failed_events 0',
      'nodejs_eventloop_lag_seconds',
    ])
      expect(text).toContain(name)
    expect(text).not.toContain('secret')
  })
})
