// #region config
module.exports = {
  testEnvironment: '@forgefold/testing/jest',
  testEnvironmentOptions: { forge: { tier: 'premium' } },
}
// #endregion config
