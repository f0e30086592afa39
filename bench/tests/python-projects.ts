import type { Project } from "./project.ts";

/** Tests of the public list IDoFT (order-dependent ones, of Python), each seen to depend on these others. */
export const pythonProjects: readonly Project[] = [
  {
    name: "accessify",
    repository: "dmytrostriletskyi/accessify",
    commit: "6b7cf8657ffe18cd6a43c6cfb73b071084f0331e",
    python: "3.11",
    victims: [
      {
        test: "tests/interfaces/test_implements.py::test_implements_no_implementation_getter",
        order: { seed: 23 },
        polluters: ["tests/disabling/test_disable.py::test_disabling_accessify"],
        leak: ["os.environ['DISABLE_ACCESSIFY']"],
      },
    ],
  },
  {
    name: "api-python",
    repository: "datacommonsorg/api-python",
    commit: "6d09ca1557da0af893f008f7302801f12afc2d46",
    python: "3.11",
    victims: [
      {
        test: "datacommons/test/set_api_key_test.py::TestApiKey::test_send_request_no_api_key",
        order: "alone",
        setters: [
          "datacommons/test/places_test.py::TestGetStats::test_opt_args",
          "datacommons/test/set_api_key_test.py::TestApiKey::test_query_w_api_key",
          "datacommons/test/set_api_key_test.py::TestApiKey::test_send_request_w_api_key",
        ],
        leak: ["os.environ['DC_API_KEY']"],
      },
    ],
  },
  {
    name: "coinbase-commerce-python",
    repository: "coinbase/coinbase-commerce-python",
    commit: "d306fc562309edb909c8ace501c63327a7635975",
    python: "3.11",
    victims: [
      {
        test: "tests/api_resources/test_charge.py::TestCharge::test_list_iter_mapping",
        order: "reversed",
        polluters: ["tests/test_utils.py::TestUtils::test_register_resource_cls"],
        leak: ["coinbase_commerce.util.RESOURCE_MAP['charge']", "tests/test_utils.py:81"],
      },
      {
        test: "tests/test_api_client.py::TestApiClient::test_resource_not_found_error",
        order: { seed: 4 },
        polluters: [
          "tests/test_api_client.py::TestApiClient::test_param_required_error",
          "tests/test_api_client.py::TestApiClient::test_validation_error",
          [
            "tests/test_api_client.py::TestApiClient::test_valid_response_proceed",
            "tests/test_api_client.py::TestApiClient::test_param_required_error",
          ],
          [
            "tests/test_auth.py::TestAuth::test_auth_call",
            "tests/test_api_client.py::TestApiClient::test_validation_error",
          ],
        ],
      },
    ],
  },
  {
    name: "config-better",
    repository: "kade-robertson/config-better",
    commit: "c14638da3fe95a669a04db2602e1f6ea15591c36",
    python: "3.11",
    victims: [
      {
        test: "tests/test___init__.py::TestLinuxNoXDG::test_noxdg_cache",
        order: "reversed",
        polluters: [
          "tests/test___init__.py::TestXDG::test_xdg_cache",
          "tests/test___init__.py::TestXDG::test_xdg_config",
          "tests/test___init__.py::TestXDG::test_xdg_data",
        ],
        leak: ["os.environ['XDG_CACHE_HOME']"],
      },
    ],
  },
  {
    name: "django-hug",
    repository: "jounderwood/django-hug",
    commit: "778b16f568ce9fdb01f360b7bff89c9d8b6c2ef7",
    python: "3.8",
    victims: [
      {
        test: "tests/test_api.py::test_simple_post_ok",
        order: "reversed",
        polluters: ["tests/test_settings.py::test_camelcased_response_data_ok"],
        leak: ["djhug.settings.Settings._Settings__shared_state['camelcased_response_data']"],
      },
    ],
  },
  {
    name: "domain2idna",
    repository: "PyFunceble/domain2idna",
    commit: "39a1c4e1ebb877ed511e53b618fbe437a685c970",
    python: "3.11",
    victims: [
      {
        test: "tests/test_converter.py::TestConverter::test_to_idna_single",
        order: "suite",
        polluters: [
          "tests/test_cli.py::TestCLI::test_domain_output",
          "tests/test_cli.py::TestCLI::test_empty_domain",
          "tests/test_cli.py::TestCLI::test_file_output",
        ],
      },
    ],
  },
  {
    name: "dzonegit",
    repository: "oskar456/dzonegit",
    commit: "8f952086aa41aee4ebb7432926ed8c6a9211ac9f",
    python: "3.11",
    victims: [
      {
        test: "test_dzonegit.py::test_update",
        order: "suite",
        polluters: ["test_dzonegit.py::test_check_updated_zones"],
        leak: ["test_dzonegit.py:226"],
      },
      {
        test: "test_dzonegit.py::test_get_head",
        order: "reversed",
        polluters: ["test_dzonegit.py::test_check_whitespace_errors", "test_dzonegit.py::test_check_updated_zones"],
        leak: ["test_dzonegit.py:226", "test_dzonegit.py:36"],
      },
    ],
  },
  {
    name: "envyaml",
    repository: "thesimj/envyaml",
    commit: "79a220cabb69d71397310d941de205610cf5e4cb",
    python: "3.11",
    victims: [
      {
        test: "tests/test_envyaml.py::test_it_should_not_fail_when_try_load_non_exist_default_file",
        order: "alone",
        setters: ["tests/test_envyaml.py::test_it_should_read_config_from_env_variable"],
        leak: ["os.environ['ENV_FILE']", "os.environ['ENV_YAML_FILE']"],
      },
    ],
  },
  {
    name: "fishbase",
    repository: "chinapnr/fishbase",
    commit: "1615ccff9106bf42fc6ae862cd13353c12c1b76d",
    python: "3.11",
    victims: [
      {
        test: "test/test_logger.py::TestFishLogging::test_format3",
        order: "alone",
        setters: ["test/test_logger.py::TestFishLogging::test_format1"],
        leak: ["test/test_logger.py:42"],
      },
    ],
  },
  {
    name: "flask-smorest",
    repository: "marshmallow-code/flask-smorest",
    commit: "02e9e84def5ace80522c76b830fbef9930a28771",
    python: "3.8",
    victims: [
      {
        test: "tests/test_pagination.py::TestPagination::test_pagination_min_page_page_size[app_fixture0-AppConfig-1000]",
        order: { seed: 1 },
        polluters: [
          "tests/test_blueprint.py::TestBlueprint::test_blueprint_pagination_documents_error_response[AppConfig-2.0-400]",
          "tests/test_blueprint.py::TestBlueprint::test_blueprint_pagination_documents_error_response[AppConfig-3.0.2-400]",
        ],
        leak: [
          "flask_smorest.pagination.PaginationMixin.PAGINATION_ARGUMENTS_PARSER.DEFAULT_VALIDATION_STATUS",
          "tests/test_blueprint.py:713",
        ],
      },
    ],
  },
  {
    name: "freezegun",
    repository: "spulec/freezegun",
    commit: "b46da782a7a051081fd51577749cfc0074db0cc6",
    python: "3.8",
    victims: [
      {
        test: "tests/test_class_import.py::test_fake_uses_real_when_ignored",
        order: "reversed",
        polluters: [
          ["tests/test_utils.py::test_should_not_skip_cpython", "tests/test_datetimes.py::test_min_and_max"],
          ["tests/test_utils.py::test_should_skip_non_cpython", "tests/test_datetimes.py::test_min_and_max"],
        ],
        leak: ["tests/test_utils.py:17", "tests/test_utils.py:30"],
      },
      {
        test: "tests/test_class_import.py::test_import_after_start",
        order: "reversed",
        polluters: [
          "tests/test_utils.py::test_should_not_skip_cpython",
          "tests/test_utils.py::test_should_skip_non_cpython",
        ],
        leak: ["tests/test_utils.py:17", "tests/test_utils.py:30"],
      },
    ],
  },
  {
    name: "json-storage-manager",
    repository: "hefnawi/json-storage-manager",
    commit: "c7521fc4a576cf23a8c2454106bed6fb8c951b8d",
    python: "3.11",
    victims: [
      {
        test: "tests/test_main.py::test_get_no_item",
        order: "reversed",
        polluters: [["tests/test_main.py::test_set_item_fail", "tests/test_main.py::test_set_item"]],
        leak: ["products.json"],
      },
      {
        test: "tests/test_main.py::test_update_item",
        order: "alone",
        setters: ["tests/test_main.py::test_set_item", "tests/test_main.py::test_set_item_fail"],
        leak: ["products.json"],
      },
    ],
  },
  {
    name: "knack",
    repository: "microsoft/knack",
    commit: "dc7b7d857ce3c11b2a3155b81f2470b3b579e7c9",
    python: "3.11",
    victims: [
      {
        test: "tests/test_deprecation.py::TestCommandDeprecation::test_deprecate_command_expired_execute",
        order: { seed: 14 },
        polluters: [
          "tests/test_cli_scenarios.py::TestCLIScenarios::test_cli_exapp1",
          [
            "tests/test_parser.py::TestParser::test_register_simple_commands",
            "tests/test_help.py::TestHelp::test_help_missing_params",
          ],
        ],
        leak: ["tests/test_cli_scenarios.py:104"],
      },
      {
        test: "tests/test_cli_scenarios.py::TestCLIScenarios::test_case_insensitive_command_path",
        order: "reversed",
        polluters: [
          "tests/test_parser.py::TestParser::test_nargs_parameter",
          "tests/test_parser.py::TestParser::test_register_simple_commands",
          "tests/test_parser.py::TestParser::test_required_parameter",
        ],
        leak: ["knack.parser.CLICommandParser.error"],
      },
    ],
  },
  {
    name: "l293d",
    repository: "jamesevickery/l293d",
    commit: "c026a9b58769f23d3e999234ba9df30fb021f949",
    python: "3.11",
    victims: [
      {
        test: "tests/test_l293d.py::L293DTestCase::test_create_motor_with_force_selection",
        order: "reversed",
        polluters: [
          "tests/test_l293d.py::L293DTestCase::test_pins_are_valid_board_1",
          "tests/test_l293d.py::L293DTestCase::test_pins_are_valid_board_2",
          "tests/test_l293d.py::L293DTestCase::test_pins_string_list",
        ],
        leak: ["l293d.pins_in_use", "l293d.driver.pins_in_use", "l293d.config.Config.pins_in_use"],
      },
    ],
  },
  {
    name: "LabIFSC",
    repository: "gjvnq/LabIFSC",
    commit: "cb56b75f51eb54680d0b81f4c87aa0234538a2a8",
    python: "3.11",
    victims: [
      {
        test: "tests/medida_test.py::test_medida_si_2",
        order: "alone",
        setters: [
          "tests/medida_format_test.py::test_medida_format_A1",
          "tests/medida_format_test.py::test_medida_format_A2",
          "tests/medida_format_test.py::test_medida_format_A3",
          "tests/medida_format_test.py::test_medida_format_A4",
          "tests/medida_format_test.py::test_medida_format_A5",
          "tests/medida_format_test.py::test_medida_format_B1",
          "tests/medida_format_test.py::test_medida_format_B2",
          "tests/medida_format_test.py::test_medida_format_B3",
          "tests/medida_format_test.py::test_medida_format_B4",
          "tests/medida_format_test.py::test_medida_format_B5",
          "tests/medida_format_test.py::test_medida_format_C1",
          "tests/medida_format_test.py::test_medida_format_D1",
          "tests/medida_format_test.py::test_medida_format_D2",
          "tests/medida_format_test.py::test_medida_format_D3",
          "tests/medida_format_test.py::test_medida_format_D4",
        ],
        leak: ["LabIFSC.TODAS_AS_UNIDADES['ft²']"],
      },
    ],
  },
  {
    name: "logx",
    repository: "djrobstep/logx",
    commit: "c53fabbc160fb8d70fa878684ea36f0c22fd5caa",
    python: "3.11",
    victims: [
      {
        test: "tests/test_logx.py::test_formatted_output",
        order: "reversed",
        polluters: ["tests/test_logx.py::test_level_change_output"],
      },
    ],
  },
  {
    name: "logzero",
    repository: "metachris/logzero",
    commit: "b5d49fc2b118c370994c4ae5360d7c246d43ddc8",
    python: "3.11",
    victims: [
      {
        test: "tests/test_logzero.py::test_default_logger_stderr_output",
        order: "alone",
        setters: [
          "tests/test_logzero.py::test_default_logger_logfile_only",
          "tests/test_logzero.py::test_default_logger_syslog_only",
        ],
        leak: ["logzero.logger.handlers"],
      },
      {
        test: "tests/test_logzero.py::test_write_to_logfile_and_stderr",
        order: "reversed",
        polluters: [
          "tests/test_logzero.py::test_custom_formatter",
          "tests/test_logzero.py::test_loglevel",
          "tests/test_logzero.py::test_bytes",
          "tests/test_logzero.py::test_unicode",
          "tests/test_logzero.py::test_setup_logger_logfile_custom_loglevel",
        ],
        leak: ["tests/test_logzero.py:250", "logzero.logger.handlers", "logzero.logger.manager.loggerDict['logzero']"],
      },
    ],
  },
  {
    name: "mdutils",
    repository: "didix21/mdutils",
    commit: "2ef859ecc1e4f1a3e24f4150c96f61180bc57ceb",
    python: "3.11",
    victims: [
      {
        test: "tests/test_mdutils.py::TestMdUtils::test_new_checkbox_list",
        order: "suite",
        polluters: [
          "tests/test_fileutils/test_fileutils.py::TestMarkdownFile::test_append_end",
          "tests/test_fileutils/test_fileutils.py::TestMarkdownFile::test_append_second_line",
          "tests/test_fileutils/test_fileutils.py::TestMarkdownFile::test_create_file",
          "tests/test_fileutils/test_fileutils.py::TestMarkdownFile::test_create_file_case_0",
          "tests/test_fileutils/test_fileutils.py::TestMarkdownFile::test_create_file_case_1",
          "tests/test_fileutils/test_fileutils.py::TestMarkdownFile::test_read",
          "tests/test_fileutils/test_fileutils.py::TestMarkdownFile::test_rewrite_all_file",
        ],
        leak: ["the working directory"],
      },
    ],
  },
  {
    name: "multiindex",
    repository: "sushobhit27/multiindex",
    commit: "b631e60bd47558eca9067a0dc87f0e713cddc6f2",
    python: "3.11",
    victims: [
      {
        test: "multiindex/tests/test_multiindex.py::test_insert",
        order: "reversed",
        polluters: [
          "multiindex/tests/test_multiindex.py::test_insert_overwrite",
          "multiindex/tests/test_multiindex.py::test_modify",
        ],
        leak: ["multiindex/tests/test_multiindex.py:52", "multiindex/tests/test_multiindex.py:61"],
      },
    ],
  },
  {
    name: "nodal",
    repository: "thimic/nodal",
    commit: "261eeefd50298765c5722c5f7da72e6f2927bd3e",
    python: "3.11",
    victims: [
      {
        test: "tests/nodal/test_graph.py::TestGraph::test__on_node_create",
        order: { seed: 17 },
        polluters: ["tests/nodal/core/test_callbacks.py::TestCallbacks::test__trigger"],
        leak: ["tests/nodal/core/test_callbacks.py:60"],
      },
    ],
  },
  {
    name: "observed",
    repository: "DanielSank/observed",
    commit: "d99fb99ff2a470a86efb2763685e8e2c021e799f",
    python: "3.11",
    victims: [
      {
        test: "observed_test.py::TestBasics::test_callbacks",
        order: "reversed",
        polluters: ["observed_test.py::TestBasics::test_discard"],
        leak: ["observed_test.TestBasics.buf"],
      },
    ],
  },
  {
    name: "odinweb",
    repository: "python-odin/odinweb",
    commit: "198424133584acc18cb41c8d18d91f803abc810f",
    python: "3.8",
    victims: [
      {
        test: "tests/test_containers.py::TestApiInterfaceBase::test_dispatch__invalid_headers[r1-406-URI not available in preferred format]",
        order: "reversed",
        polluters: ["tests/test_swagger.py::TestSwaggerSpec::test_get_swagger"],
        leak: ["odinweb.containers.CODECS['application/json']", "tests/test_swagger.py:162"],
      },
    ],
  },
  {
    name: "pdir2",
    repository: "laike9m/pdir2",
    commit: "ef5e2200074d68e2ca3df4ee441a1b9ea6ca5abc",
    python: "3.11",
    victims: [
      {
        test: "tests/test_user_config.py::test_read_config_from_custom_location",
        order: "alone",
        setters: [
          "tests/test_user_config.py::test_default_env_without_config",
          "tests/test_user_config.py::test_set_env_without_config",
          "tests/test_user_config.py::test_read_config",
          "tests/test_user_config.py::test_uniform_color",
          "tests/test_user_config.py::test_empty_config",
          "tests/test_user_config.py::test_invalid_config_1",
          "tests/test_user_config.py::test_invalid_config_2",
        ],
        leak: ["sys.modules['pdir.format']"],
      },
    ],
  },
  {
    name: "pyeventdispatcher",
    repository: "whisller/pyeventdispatcher",
    commit: "5382e5e8578dea89a76481e15d410d516999055a",
    python: "3.11",
    victims: [
      {
        test: "test/test_pyeventdispatcher.py::TestRegister::test_it_allows_to_register[<lambda>]",
        order: "reversed",
        polluters: [
          "test/test_pyeventdispatcher.py::TestRegisterGlobal::test_it_allows_to_register_listener_globally",
          "test/test_pyeventdispatcher.py::TestRegisterSubscribers::test_register_global_listeners_by_subscriber",
          "test/test_pyeventdispatcher.py::TestRegisterThroughDecorator::test_register_global_listener_by_decorator",
        ],
        leak: ["pyeventdispatcher.event_dispatcher.global_registry"],
      },
    ],
  },
  {
    name: "PyGraph",
    repository: "Rickecr/PyGraph",
    commit: "e81c3a0f543f5bfcda1a603c6dcecde13d582c57",
    python: "3.11",
    victims: [
      {
        test: "__tests__/test_simple_graph.py::TestSimpleGraph::test_edge_exists",
        order: "alone",
        setters: [
          [
            "__tests__/test_simple_graph.py::TestSimpleGraph::test_add_vertex",
            "__tests__/test_simple_graph.py::TestSimpleGraph::test_is_terminal",
          ],
        ],
        leak: ["__tests__/test_simple_graph.py:29", "PyGraph.__tests__.test_simple_graph.TestSimpleGraph.graph.edges"],
      },
      {
        test: "__tests__/test_simple_graph.py::TestSimpleGraph::test_num_vertex",
        order: "reversed",
        polluters: [
          "__tests__/test_simple_graph.py::TestSimpleGraph::test_add_vertex",
          "__tests__/test_simple_graph.py::TestSimpleGraph::test_is_terminal",
          "__tests__/test_simple_graph.py::TestSimpleGraph::test_vertex_neighbors",
          "__tests__/test_simple_graph.py::TestSimpleGraph::test_true_cycle_graph",
        ],
        leak: ["PyGraph.__tests__.test_simple_graph.TestSimpleGraph.graph.vertices['b']"],
      },
    ],
  },
  {
    name: "pyMeterBus",
    repository: "ganehag/pyMeterBus",
    commit: "bc853aa38ac6b10301bdf97f13ac25b36985316f",
    python: "3.11",
    victims: [
      {
        test: "tests/test_globals.py::TestSequenceFunctions::test_debug_default_value",
        order: "reversed",
        polluters: ["tests/test_globals.py::TestSequenceFunctions::test_debug_set_true"],
        leak: ["meterbus.g.debug"],
      },
    ],
  },
  {
    name: "pysllo",
    repository: "kivio/pysllo",
    commit: "8bc4d17f9a668e9aff3c77f688f0c06ed2e7686b",
    python: "3.11",
    victims: [
      {
        test: "tests/test_propagation_logger.py::test_forcing_level_by_dict",
        order: { seed: 11 },
        polluters: [
          "tests/test_propagation_logger.py::test_forcing_level_by_level_value",
          "tests/test_propagation_logger.py::test_forcing_level_by_level_name",
        ],
        leak: ["pysllo.loggers.propagation_logger.PropagationLogger._global_propagation_level"],
      },
    ],
  },
  {
    name: "python-httpproblem",
    repository: "cbornet/python-httpproblem",
    commit: "0b08139277e9cba02339eeb0996c0910d047274a",
    python: "3.11",
    victims: [
      {
        test: "tests/test_problem.py::test_problem_http_response[None-None-None-None-None-headers3-kwargs3-expected_body3-expected_headers3]",
        order: "reversed",
        polluters: ["tests/test_problem.py::test_set_serialize_function"],
        leak: ["httpproblem.problem.SERIALIZE_METHOD"],
      },
    ],
  },
  {
    name: "python-telegram-handler",
    repository: "sashgorokhov/python-telegram-handler",
    commit: "4ac0e5cbb6ac3c3f81a57be6b3cea49dfd8e8ec4",
    python: "3.11",
    victims: [
      {
        test: "tests/test_handlers.py::test_handler_init_without_chat",
        order: "alone",
        setters: [
          "tests/test_handlers.py::test_emit",
          "tests/test_handlers.py::test_emit_big_message",
          "tests/test_handlers.py::test_emit_http_exception",
          "tests/test_handlers.py::test_emit_telegram_error",
          "tests/test_handlers.py::test_get_chat_id_success",
          "tests/test_handlers.py::test_get_chat_id_telegram_error",
          "tests/test_handlers.py::test_get_chat_id_no_response",
          "tests/test_handlers.py::test_get_chat_id_response_invalid_format",
          "tests/test_handlers.py::test_custom_formatter",
        ],
        leak: ["telegram_handler.handlers.logger.handlers"],
      },
    ],
  },
  {
    name: "pytm",
    repository: "izar/pytm",
    commit: "724df0c6346706e9c3678bee11e23d9609d8fa4c",
    python: "3.11",
    victims: [
      {
        test: "tests/test_private_func.py::TestMethod::test_defaults",
        order: { seed: 5 },
        polluters: ["tests/test_pytmfunc.py::TestTM::test_seq_unused"],
        leak: ["pytm.pytm.TM._BagOfBoundaries"],
      },
    ],
  },
  {
    name: "serpextract",
    repository: "Parsely/serpextract",
    commit: "aec8f2bd79c66953938569a24b05c693ab70b4ce",
    python: "3.11",
    victims: [
      {
        test: "tests/test_serps.py::TestSERPs::test_custom_parser_implicit",
        order: "alone",
        setters: [
          "tests/test_serps.py::TestSERPs::test_baidu",
          "tests/test_serps.py::TestSERPs::test_bing",
          "tests/test_serps.py::TestSERPs::test_custom_parser_explicit",
          "tests/test_serps.py::TestSERPs::test_get_all_query_params",
          "tests/test_serps.py::TestSERPs::test_get_query_params_by_domain",
          "tests/test_serps.py::TestSERPs::test_google",
          "tests/test_serps.py::TestSERPs::test_invalid_serps",
          "tests/test_serps.py::TestSERPs::test_naive_detection",
          "tests/test_serps.py::TestSERPs::test_yahoo",
          "tests/test_serps.py::TestSERPs::test_yandex",
        ],
        leak: ["serpextract.serpextract._engines"],
      },
      {
        test: "tests/test_serps.py::TestSERPs::test_naive_detection",
        order: { seed: 3 },
        polluters: ["tests/test_serps.py::TestSERPs::test_custom_parser_implicit"],
        leak: ["serpextract.serpextract._engines"],
      },
    ],
  },
  {
    name: "six",
    repository: "benjaminp/six",
    commit: "c0be8815d13df45b6ae471c4c436cce8c192245d",
    python: "3.11",
    victims: [
      {
        test: "test_six.py::test_lazy",
        order: "reversed",
        polluters: ["test_six.py::test_move_items[html_parser]"],
        leak: ["sys.modules['html.parser']"],
      },
    ],
  },
  {
    name: "Tale",
    repository: "irmen/Tale",
    commit: "a2a26443465ab6978b32d9253e833471500e7b68",
    python: "3.11",
    victims: [
      {
        test: "tests/test_pubsub.py::TestPubsub::test_unsubscribe_all",
        order: { seed: 19 },
        polluters: ["tests/test_pubsub.py::TestPubsub::test_idletime"],
        leak: ["tale.pubsub.all_topics['testA']"],
      },
    ],
  },
  {
    name: "tornado-swirl",
    repository: "rduldulao/tornado-swirl",
    commit: "b8df27efc3d7fd0dce0f0290767c94ac2e747311",
    python: "3.11",
    victims: [
      {
        test: "tests/test_swirl.py::TestSampleEndpoints::test_security_scheme1",
        order: "alone",
        setters: [
          "tests/test_schema.py::TestSampleEndpoints2::test_simple_1",
          "tests/test_schema.py::TestSampleEndpoints2::test_simple_2",
          "tests/test_swirl.py::TestSampleEndpoints::test_request_body_model",
          "tests/test_swirl.py::TestSampleEndpoints::test_schema_spec_descriptions",
          "tests/test_swirl.py::TestSampleEndpoints::test_simple_3",
        ],
        leak: ["tornado_swirl.settings.SwirlVars.SCHEMAS['User']"],
      },
    ],
  },
];
