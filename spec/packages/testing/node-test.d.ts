import type { TestContext, TestOptions } from 'node:test'
import type { StartOptions, TestForge } from '@forgefold/server/testing'

/** The body of a test: it is handed a forge of its own, and the context of Node's runner. */
export type ForgeTestBody = (fixtures: { readonly forge: TestForge }, context: TestContext) => void | Promise<void>

/** Declares a test, with the options of Node's runner (`timeout`, `skip` and the others) if there are any. */
export interface DeclareForgeTest {
  (name: string, run: ForgeTestBody): Promise<void>
  (name: string, options: TestOptions, run: ForgeTestBody): Promise<void>
}

/** Declares a test that may still lack its body. */
export interface DeclareUnrunForgeTest extends DeclareForgeTest {
  (name: string, options?: TestOptions): Promise<void>
}

/** A function `test` as Node's runner has it, with its forms `only`, `skip` and `todo`. */
export interface ForgeTest extends DeclareForgeTest {
  readonly only: DeclareForgeTest
  readonly skip: DeclareUnrunForgeTest
  readonly todo: DeclareUnrunForgeTest
}

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
