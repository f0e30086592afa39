import type { Project } from "./project.ts";

/** Tests of packages of npm that depend on others of their suites, found by running these in other orders. */
export const javascriptProjects: readonly Project[] = [
  {
    name: "debug",
    repository: "debug-js/debug",
    commit: "4.4.3",
    command: ["node_modules/.bin/mocha", "test.js", "test.node.js"],
    victims: [
      {
        test: "test.js › debug › honors global debug namespace enable calls",
        order: "alone",
        setters: ["test.js › debug › allows namespaces to be a non-string value"],
        leak: ["exports.namespaces", "exports.names", "test.js:20"],
      },
    ],
  },
  {
    name: "i18n-node",
    repository: "mashpie/i18n-node",
    commit: "0.15.3",
    command: ["node_modules/.bin/mocha", "--exit"],
    victims: [
      {
        test: "test/i18n.api.global.js › Module API › Global Scope › i18nSetLocale and i18nGetLocale › getLocale should return default setting",
        order: "reversed",
        polluters: [
          "test/i18n.api.global.js › Module API › Global Scope › i18nSetLocale and i18nGetLocale › setLocale should return the new setting",
          "test/i18n.api.global.js › Module API › Global Scope › i18nSetLocale and i18nGetLocale › getLocale should return the new setting",
          "test/i18n.api.global.js › Module API › Global Scope › i18nSetLocale and i18nGetLocale › setLocale should return a fallback value",
          "test/i18n.api.global.js › Module API › Global Scope › i18nTranslate › should return de translations as expected",
          "test/i18n.api.global.js › Module API › Global Scope › i18nTranslate › should return de translations as expected, using mustached messages",
          "test/i18n.api.global.js › Module API › Global Scope › i18nTranslate › simple translation should work on global",
          "test/i18n.api.global.js › Module API › Global Scope › i18nTranslate › should test the ordering in sprintf",
          "test/i18n.api.global.js › Module API › Global Scope › i18nTranslate › should test more complex sprintf examples",
          "test/i18n.api.global.js › Module API › Global Scope › i18nTranslate › should also return translations when iterating thru variables values",
          "test/i18n.api.global.js › Module API › Global Scope › i18nTranslate › should be possible to use an json object as 1st parameter to specifiy a certain locale for that lookup",
          "test/i18n.api.global.js › Module API › Global Scope › i18nTranslatePlural › should return singular or plural form based on last parameter",
          "test/i18n.api.global.js › Module API › Global Scope › i18nTranslatePlural › should return substituted phrases when used nested",
          "test/i18n.api.global.js › Module API › Global Scope › i18nTranslatePlural › won't return substitutions when not masked by an extra % (%% issue #49)",
          "test/i18n.listsHashes.js › i18n.__l() - return a list of translations › should work on list of objects",
          "test/i18n.listsHashes.js › i18n.__h() - return a hash of translations › should work on list of objects",
          "test/i18n.objectnotation.js › Object Notation › Date/Time patterns › should return de formatting as expected",
        ],
        leak: ["test/i18n.api.global.js:22"],
      },
      {
        test: "test/i18n.configureAutoreload.js › autoreload configuration › has added new string to catalog and translates correctly",
        order: "alone",
        setters: ["test/i18n.configureAutoreload.js › autoreload configuration › reloads when a catalog is altered"],
      },
    ],
  },
  {
    name: "i18next",
    repository: "i18next/i18next",
    commit: "26.3.6",
    command: [
      "node_modules/.bin/vitest",
      "run",
      "--project",
      "runtime",
      "test/runtime/i18next.hasLoadedNamespace.test.js",
    ],
    victims: [
      {
        test: "test/runtime/i18next.hasLoadedNamespace.test.js › i18next › hasLoadedNamespace › not called init() › it should nok",
        order: "reversed",
        polluters: [
          "test/runtime/i18next.hasLoadedNamespace.test.js › i18next › hasLoadedNamespace › called init() not detecting lng › it should ok - but warn about issue",
        ],
        leak: ["i18n.isInitialized"],
      },
    ],
  },
  {
    name: "nconf",
    repository: "indexzero/nconf",
    commit: "1.0.0-beta.0",
    command: ["node_modules/.bin/jest"],
    victims: [
      {
        test: "test/stores/memory-store.test.js › nconf/stores/memory › When using the nconf memory store › the get() method should respond with the correct value",
        order: "alone",
        setters: [
          "test/stores/memory-store.test.js › nconf/stores/memory › When using the nconf memory store › the set() method should respond with true",
        ],
        leak: ["store.store.foo", "store.mtimes", "test/stores/memory-store.test.js:15"],
      },
      {
        test: "test/stores/memory-store.test.js › nconf/stores/memory › When using the nconf memory store › the clear() method, should respond with the true",
        order: "alone",
        setters: [
          "test/stores/memory-store.test.js › nconf/stores/memory › When using the nconf memory store › the set() method should respond with true",
        ],
      },
      {
        test: "test/nconf.test.js › nconf, When using the nconf › with the memory store › the load() method › should respond with the merged store",
        order: "alone",
        setters: [
          [
            "test/nconf.test.js › nconf, When using the nconf › the use() method should instaniate the correct store",
            "test/nconf.test.js › nconf, When using the nconf › with the memory store › the set() method › should respond with true",
            "test/nconf.test.js › nconf, When using the nconf › with the memory store › the clear() method › should respond with the true",
          ],
          [
            "test/nconf.test.js › nconf, When using the nconf › the use() method should instaniate the correct store",
            "test/nconf.test.js › nconf, When using the nconf › the required() method › should return the provider if all required keys exist",
            "test/nconf.test.js › nconf, When using the nconf › with the memory store › the clear() method › should respond with the true",
          ],
        ],
      },
      {
        test: "test/nconf.test.js › nconf, When using the nconf › with the memory store › the get() method › should respond with the correct value without a callback",
        order: "alone",
        setters: [
          [
            "test/nconf.test.js › nconf, When using the nconf › the use() method should instaniate the correct store",
            "test/nconf.test.js › nconf, When using the nconf › the required() method › should throw error with missing keys",
          ],
        ],
      },
    ],
  },
  {
    name: "numeral",
    repository: "adamwdraper/Numeral-js",
    commit: "2.0.6",
    command: ["node_modules/.bin/mocha", "--recursive", "tests"],
    victims: [
      {
        test: "tests/formats/percentage.js › Percentage › should format to percentages with 100 upscale default",
        order: {
          behind: "tests/formats/percentage.js › Percentage › should unformat to percentages without 100 downscale",
        },
        polluters: [
          "tests/formats/percentage.js › Percentage › should format to percentages without 100 upscale",
          "tests/formats/percentage.js › Percentage › should unformat to percentages without 100 downscale",
        ],
        leak: ["exports.options.scalePercentBy100"],
      },
      {
        test: "tests/formats/percentage.js › Percentage › should unformat to percentages with 100 downscale default",
        order: {
          behind: "tests/formats/percentage.js › Percentage › should unformat to percentages without 100 downscale",
        },
        polluters: [
          "tests/formats/percentage.js › Percentage › should format to percentages without 100 upscale",
          "tests/formats/percentage.js › Percentage › should unformat to percentages without 100 downscale",
        ],
        leak: ["exports.options.scalePercentBy100"],
      },
    ],
  },
];
