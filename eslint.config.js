import js from '@eslint/js'
import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

/** Imports go one way; each zone lists what it must not reach. */
const forbid = (files, patterns) => ({
  files,
  ignores: ['**/*.test.{ts,tsx}'],
  rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] },
})

/** Queries are private to their feature: `from` is what leads into another one. */
const queriesOf = (from) => ({
  regex: `^${from}(.*/)?([\\w-]+-)?queries\\.ts$`,
  message: "use the other feature's service",
})

const ABOVE_FEATURES = [
  { group: ['**/main.ts'], message: 'nothing imports main' },
  { regex: '^(\\.\\./)+app/', message: 'features know nothing of who puts them together' },
]

/** Each part knows those before it. */
const ACCOUNT_PARTS = ['credentials', 'sessions', 'codes', 'passwords', 'accounts']
const ON_ACCOUNTS = ['sign-up', 'my-account', 'admin-accounts', 'members', 'institutions']

export default defineConfig(
  { ignores: ['**/dist/', '**/node_modules/', 'training/', 'data/'] },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['eslint.config.js'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false } },
      ],
    },
  },
  { files: ['**/*.js'], ...tseslint.configs.disableTypeChecked },
  { files: ['web/src/**'], ...reactHooks.configs.flat.recommended },
  { files: ['scripts/**', 'analysis/src/cli.ts', 'bench/**'], rules: { 'no-console': 'off' } },
  forbid(
    ['contract/src/**'],
    [
      { regex: '^(?!zod$|(\\./|(\\.\\./)+)[a-z])', message: 'contract depends on zod alone' },
      { regex: '(analysis|server|web)/src/', message: 'contract depends on zod alone' },
    ],
  ),
  forbid(
    ['analysis/src/**'],
    [{ group: ['@mingmou/server', '**/server/**', '**/web/**'], message: 'analysis is pure' }],
  ),
  forbid(
    ['server/src/platform/**'],
    [{ regex: '/(features|app|http)/|/context\\.ts$', message: 'platform knows nothing above it' }],
  ),
  forbid(
    ['server/src/http/**'],
    [{ regex: '/(features|app)/|/context\\.ts$', message: 'http knows no feature and no context' }],
  ),
  forbid(['server/src/*.ts', 'server/src/app/**'], [queriesOf('.*/features/')]),
  forbid(['server/src/features/*/*.ts'], [...ABOVE_FEATURES, queriesOf('\\.\\./[\\w-]+/')]),
  ...ACCOUNT_PARTS.map((part, place) =>
    forbid(
      [`server/src/features/${part}/*.ts`],
      [
        ...ABOVE_FEATURES,
        queriesOf('\\.\\./[\\w-]+/'),
        {
          regex: `^\\.\\./(${[...ACCOUNT_PARTS.slice(place + 1), ...ON_ACCOUNTS].join('|')})/`,
          message: 'the parts of accounts know each other one way',
        },
      ],
    ),
  ),
  forbid(
    ['server/src/features/*/*/*.ts'],
    [...ABOVE_FEATURES, queriesOf('\\.\\./\\.\\./[\\w-]+/')],
  ),
  forbid(
    ['web/src/features/**'],
    [
      { regex: '^(\\.\\./)+features/', message: 'web features never import each other' },
      { regex: '^\\.\\./(?!\\.\\.)[a-z-]+/', message: 'web features never import each other' },
      { regex: '/app/(?!paths)', message: 'features never import app, save its paths' },
    ],
  ),
  forbid(
    ['web/src/modalities/**', 'web/src/ui/**', 'web/src/lib/**'],
    [{ regex: '/features/', message: 'features use modalities, ui and lib, not the reverse' }],
  ),
)
