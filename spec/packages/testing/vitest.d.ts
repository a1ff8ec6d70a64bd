import type { StartOptions, TestForge } from '@forgefold/server/testing'
import type { TestAPI } from 'vitest'

/**
 * Tests that each get a forge of their own as `forge`, started as the options say and closed at the end.
 *
 * @example
 * import { testWithForge } from '@forgefold/testing/vitest'
 * import { expect } from 'vitest'
 *
 * const test = testWithForge({ port: false })
 *
 * test('root is there', async ({ forge }) => {
 *   expect((await (await forge.as('root').fetch('/api/v4/user')).json()).username).toBe('root')
 * })
 */
export declare const testWithForge: (options?: StartOptions) => TestAPI<{ readonly forge: TestForge }>
