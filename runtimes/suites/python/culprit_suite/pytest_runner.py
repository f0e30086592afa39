"""Makes pytest load our plug-in where it loads those that the environment names."""


def change(config):
    manager = config.PytestPluginManager
    own = manager.consider_env

    def consider_env(self):
        own(self)
        self.import_plugin("culprit_suite.pytest_plugin")

    manager.consider_env = consider_env
