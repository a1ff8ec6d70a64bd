import type { TestContext } from 'node:test'
import type { StartOptions, TestForge } from '@forgefold/server/testing'

/** A test that is handed a forge of its own, and the context of Node's runner. */
export type ForgeTest = (
  name: string,
  run: (fixtures: { readonly forge: TestForge }, context: TestContext) => void | Promise<void>,
) => Promise<void>

/**
 * Tests of Node's own runner that each get a forge of their own, started as the options say and closed at the end.
 *
 * @example
 * import assert from 'node:assert/strict'
 * import { testWithForge } from '@forgefold/testing/node-test'
 *
 * const test = testWithForge({ port: false })
 *
 * test('root is there', async ({ forge }) => {
 *   const response = await forge.as('root').fetch('/api/v4/user')
 *   assert.equal((await response.json()).username, 'root')
 * })
 */
export declare const testWithForge: (options?: StartOptions) => ForgeTest
