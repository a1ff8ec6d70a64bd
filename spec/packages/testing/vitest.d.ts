import type { StartOptions, TestForge } from '@forgefold/server/testing'
import type { TestAPI } from 'vitest'

/** Tests that each get a forge of their own as `forge`, started as the options say and closed at the end. */
export declare const testWithForge: (options?: StartOptions) => TestAPI<{ readonly forge: TestForge }>
