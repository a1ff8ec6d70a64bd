import type { TestForge } from '@forgefold/server/testing'

/**
 * The environment of Jest for Node, with a forge as the global `forge`: one for each file of tests, reset before each test. Its options are
 * those of `startForge`, as `forge` of `testEnvironmentOptions`. It is a `TestEnvironment` of `jest-environment-node`.
 */
export default class ForgeEnvironment {
  constructor(config: object, context: object)
  readonly global: typeof globalThis & { forge: TestForge }
  setup(): Promise<void>
  teardown(): Promise<void>
}
