import { startForge } from '@forgefold/server/testing'
import { TestEnvironment } from 'jest-environment-node'

/**
 * The environment of Jest for Node, with a forge as the global `forge`: one for each file of tests, reset before each test. It is loaded outside
 * the sandbox that Jest makes, so that tests need no flag for ES modules.
 */
export default class ForgeEnvironment extends TestEnvironment {
  #options
  #forge

  constructor(config, context) {
    super(config, context)
    this.#options = config.projectConfig.testEnvironmentOptions.forge
  }

  async setup() {
    await super.setup()
    this.#forge = await startForge(this.#options)
    this.global.forge = this.#forge
  }

  async handleTestEvent({ name }) {
    if (name === 'test_start') await this.#forge.reset()
  }

  async teardown() {
    await this.#forge?.close()
    await super.teardown()
  }
}
