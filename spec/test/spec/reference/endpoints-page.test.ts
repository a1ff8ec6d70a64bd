import { readFile } from 'node:fs/promises'
import { endpointsPage, REASONS_NOT_BUILT } from '@forgefold/spec/reference'
import { describe, expect, it } from 'vitest'

describe('the reference page of the endpoints', () => {
  it('is up to date (npm run reference)', async () => {
    expect(await readFile('docs/reference/endpoints.md', 'utf8')).toBe(endpointsPage())
  })

  it.each(REASONS_NOT_BUILT)('has an endpoint that is not built because %s', (reason) => {
    expect(endpointsPage()).toContain(`**not built**: ${reason} |`)
  })
})
