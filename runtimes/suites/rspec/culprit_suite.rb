# frozen_string_literal: true

# `rspec --require THIS` (in SPEC_OPTS) makes RSpec 3 and 4 follow a plan (runtimes/protocol/suite.ts): which examples run, in which
# order, and how each came out. Nothing of Ruby's library is loaded for it: an example that forgot to require something has to go on
# failing.
module CulpritSuite
  MAX_ERROR = 20_000

  # What is planned, and what is reported.
  class Suite
    attr_reader :left_out, :seed

    def initialize(plan)
      # Examples may replace File and IO: what is open stays open.
      @report = IO.for_fd(IO.sysopen(plan[:report], "a"), "a")
      @places = plan[:tests] && plan[:tests].each_with_index.map { |test, i| [key(test), i] }.to_h
      @left_out = plan.fetch(:leftOut, [])
      @seed = plan[:seed]
      @files = {}
      @names = {}
      @first_places = {}
    end

    def chosen?
      !@places.nil?
    end

    # An example may come from elsewhere, such as a shared group: its file is the one that RSpec loaded.
    def add_groups(file, groups)
      groups.each { |group| @files[group] = file }
    end

    # Examples of the same name are counted, in the order in which they are defined.
    def name_examples(groups)
      seen = Hash.new(0)
      groups.flat_map(&:descendants).flat_map(&:examples).each do |example|
        name = { file: file_of(example.example_group), names: names_of(example) }
        nth = seen[name] += 1
        @names[example] = nth == 1 ? name : name.merge(nth: nth)
      end
    end

    def choose(examples)
      examples.reject { |example| place(example).infinite? }
    end

    def order(list)
      list.each_with_index.sort_by { |item, i| [first_place(item), i] }.map(&:first)
    end

    def started(configuration)
      registry = configuration.ordering_registry
      is_random = registry.fetch(:global).equal?(registry.fetch(:random))
      seed = is_random || @seed ? { seed: ["--seed", configuration.seed.to_s] } : {}
      program = { argv: [$PROGRAM_NAME, *ARGV], cwd: Dir.pwd, process: Process.pid }
      write({ event: "runner", runner: "rspec" }.merge(program, seed))
    end

    def began(example)
      write({ event: "began" }.merge(@names.fetch(example), now))
    end

    def ended(example, outcome)
      write({ event: "ended" }.merge(@names.fetch(example), outcome, now))
    end

    def file_failed(file, error)
      write({ event: "ended", file: file, names: [] }.merge(CulpritSuite.failure(error), now))
    end

    def file_of(group)
      top = group.parent_groups.last
      @files.fetch(top) { top.metadata[:absolute_file_path] }
    end

    private

    # An example without a name is called by its place; once it has run, RSpec gives it another name.
    def names_of(example)
      example.example_group.parent_groups.reverse.map(&:description) << example.description
    end

    def place(example)
      @places.fetch(key(@names.fetch(example)), Float::INFINITY)
    end

    # Of a group: where its first example is, as groups cannot be mixed.
    def first_place(item)
      @first_places[item] ||=
        item.is_a?(Class) ? item.descendants.flat_map(&:examples).map { |each| place(each) }.min || Float::INFINITY : place(item)
    end

    def key(test)
      [test[:file], test[:names], test.fetch(:nth, 1)]
    end

    def now
      { process: Process.pid, at: Process.clock_gettime(Process::CLOCK_REALTIME, :millisecond) }
    end

    # At once, and past the buffer, of which processes that are forked would have a copy.
    def write(event)
      @report.syswrite("#{CulpritSuite.json(event)}\n")
    end
  end

  # Told by RSpec what it does.
  class Listener
    EVENTS = %i[example_started example_passed example_failed example_pending example_group_started example_group_finished].freeze

    def initialize(suite)
      @suite = suite
      @groups = []
    end

    def example_started(notification)
      @suite.began(notification.example)
    end

    def example_passed(notification)
      @suite.ended(notification.example, outcome: "passed")
    end

    def example_failed(notification)
      @suite.ended(notification.example, CulpritSuite.failure(notification.example.exception))
    end

    def example_pending(notification)
      @suite.ended(notification.example, outcome: "skipped")
    end

    def example_group_started(notification)
      @groups.push(notification.group)
    end

    def example_group_finished(_notification)
      @groups.pop
    end

    # An error after the last example of a group is a failure of its file.
    def failed_outside(error)
      @suite.file_failed(@suite.file_of(@groups.last), error) unless @groups.empty?
    end
  end

  module Configuration
    def files_to_run
      super.reject { |file| CulpritSuite.suite.left_out.include?(File.expand_path(file)) }
    end

    def load_spec_files
      reporter.register_listener(CulpritSuite.listener, *Listener::EVENTS)
      super
    ensure
      CulpritSuite.suite.name_examples(RSpec.world.example_groups)
      CulpritSuite.suite.started(self)
    end

    private

    def load(file, *)
      before = RSpec.world.example_groups.size
      super
    rescue Exception => error # rubocop:disable Lint/RescueException
      CulpritSuite.suite.file_failed(file, error)
      raise
    ensure
      CulpritSuite.suite.add_groups(file, RSpec.world.example_groups.drop(before))
    end
  end

  # The plan alone decides, also where filters and earlier failures would.
  module PlannedConfiguration
    def fail_fast
      nil
    end

    def fail_if_no_examples
      false
    end

    def only_failures
      false
    end

    def only_failures?
      false
    end
  end

  module PlannedFilter
    def prune(examples)
      CulpritSuite.suite.choose(examples)
    end
  end

  module PlannedOrder
    def fetch(*)
      CulpritSuite.suite
    end
  end

  module Reporter
    def notify_non_example_exception(exception, *)
      CulpritSuite.listener.failed_outside(exception)
      super
    end
  end

  class << self
    attr_reader :suite, :listener

    def follow(plan)
      @suite = Suite.new(plan)
      @listener = Listener.new(suite)
      use_seed(RSpec.configuration, suite.seed.to_i) if suite.seed
      RSpec::Core::Configuration.prepend(Configuration)
      RSpec::Core::Reporter.prepend(Reporter)
      follow_choice if suite.chosen?
    end

    # As Ruby prints an exception that nobody rescues, without the frames that RSpec leaves out too.
    def failure(error)
      { outcome: "failed", error: error_text(error)[0, MAX_ERROR] }
    end

    # JSON is Ruby too, if nothing in its texts is replaced.
    def parse(text)
      null = nil # rubocop:disable Lint/UselessAssignment
      eval(text.gsub("#", '\u0023'), binding) # rubocop:disable Security/Eval
    end

    def json(value)
      case value
      when Hash then "{#{value.map { |name, each| "#{json(name.to_s)}:#{json(each)}" }.join(',')}}"
      when Array then "[#{value.map { |each| json(each) }.join(',')}]"
      when Integer then value.to_s
      else "\"#{utf8(value.to_s).gsub(/["\\\u0000-\u001f]/) { |sign| format('\u%04x', sign.ord) }}\""
      end
    end

    # What this process and those that it starts see again: the variables without what launch.ts added to them.
    def restore_environment
      parse(ENV.delete("CULPRIT_SUITE_ADDED") || "{}").each do |name, (text, separator)|
        parts = ENV.fetch(name.to_s, "").partition(text)
        rest = [parts[0].delete_suffix(separator), parts[2].delete_prefix(separator)].reject(&:empty?).join(separator)
        ENV[name.to_s] = rest.empty? ? nil : rest
      end
    end

    private

    def follow_choice
      RSpec::Core::Configuration.prepend(PlannedConfiguration)
      RSpec::Core::FilterManager.prepend(PlannedFilter)
      RSpec::Core::Ordering::Registry.prepend(PlannedOrder)
    end

    # Whatever order the command or the project asks for.
    def use_seed(configuration, seed)
      configuration.force(seed: seed)
      registry = configuration.ordering_registry
      registry.register(:global, registry.fetch(:random))
    end

    def error_text(error)
      copy = error.dup
      copy.set_backtrace(RSpec.configuration.backtrace_formatter.format_backtrace(error.backtrace || []))
      utf8(copy.full_message(highlight: false, order: :top))
    rescue StandardError
      utf8("#{error.message} (#{error.class})")
    end

    def utf8(text)
      text = text.dup.force_encoding(Encoding::UTF_8) if text.encoding == Encoding::BINARY
      text.encode(Encoding::UTF_8, invalid: :replace, undef: :replace).scrub
    end
  end
end

if ENV["CULPRIT_SUITE"]
  CulpritSuite.restore_environment
  CulpritSuite.follow(CulpritSuite.parse(IO.read(ENV["CULPRIT_SUITE"], encoding: "UTF-8")))
end
