import { TestEnvironment } from 'jest-environment-node'

/**
 * The environment of Jest for Node, with a forge as the global `forge`: one for each file of tests, reset before each test. Its options are
 * those of `startForge`, as `forge` of `testEnvironmentOptions`.
 */
export default class ForgeEnvironment extends TestEnvironment {}
