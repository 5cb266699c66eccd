import Telemetry
import Testing

@Suite("Metrics")
struct MetricTests {
  private func text(_ metrics: [Metric], _ format: ExpositionFormat = .prometheus) async -> String {
    String(decoding: await metrics.exposition(in: format), as: UTF8.self)
  }

  private let jobs = Metric(MetricDescription(.counter, "jobs", "Jobs done.")) {
    [MetricSample(3, [("kind", "a")]), MetricSample(1, [("kind", "b"), ("node", "")])]
  }

  private let seconds: Metric = {
    var histogram = Histogram([0.5, 1])
    for value in [0.25, 0.5, 0.75, 8] { histogram.observe(value) }
    return Metric(MetricDescription(.histogram, "wait_seconds", "Waiting.")) { [histogram] in
      [MetricSample(histogram, [("route", "/a")])]
    }
  }()

  @Test("A counter has its suffix in both formats, and OpenMetrics describes it without")
  func counters() async {
    #expect(
      await text([jobs]) == """
        # HELP jobs_total Jobs done.
        # TYPE jobs_total counter
        jobs_total{kind="a"} 3
        jobs_total{kind="b"} 1

        """)
    #expect(
      await text([jobs], .openMetrics) == """
        # HELP jobs Jobs done.
        # TYPE jobs counter
        jobs_total{kind="a"} 3
        jobs_total{kind="b"} 1
        # EOF

        """)
  }

  @Test("The buckets of a histogram are cumulative, and a value on a bound is in its bucket")
  func histograms() async {
    #expect(
      await text([seconds]) == """
        # HELP wait_seconds Waiting.
        # TYPE wait_seconds histogram
        wait_seconds_bucket{route="/a",le="0.5"} 2
        wait_seconds_bucket{route="/a",le="1"} 3
        wait_seconds_bucket{route="/a",le="+Inf"} 4
        wait_seconds_sum{route="/a"} 9.5
        wait_seconds_count{route="/a"} 4

        """)
    let open = await text([seconds], .openMetrics)
    #expect(open.contains("# UNIT wait_seconds seconds\n"))
    #expect(open.contains(#"wait_seconds_bucket{route="/a",le="1.0"} 3"#))
    #expect(open.hasSuffix("\n# EOF\n"))
  }

  @Test("Histograms with the same bounds add up")
  func sums() {
    var (first, second) = (Histogram([1]), Histogram([1]))
    first.observe(0.5)
    second.observe(2)
    first.add(second)
    #expect(first.counts == [1, 1] && first.sum == 2.5 && first.count == 2)
  }

  @Test("The value of a label cannot end its quotes or its line")
  func escapes() async {
    let metric = Metric(MetricDescription(.gauge, "x", "A \\ and\na line.")) {
      [MetricSample(1, [("name", "a\"b\\c\nd 가")])]
    }
    #expect(
      await text([metric]) == """
        # HELP x A \\\\ and\\na line.
        # TYPE x gauge
        x{name="a\\"b\\\\c\\nd 가"} 1

        """)
  }

  @Test("Numbers are written in the format of monitoring systems")
  func numbers() async {
    for (value, written) in [
      (0, "0"), (-1, "-1"), (0.1, "0.1"), (1e-7, "1e-07"), (.infinity, "+Inf"), (-.infinity, "-Inf"), (.nan, "NaN"),
      (1_795_412_500.74, "1795412500.74"), (9_007_199_254_740_992, "9007199254740992"),
    ] as [(Double, String)] {
      #expect(await text([.number(.gauge, "x", "X.") { value }]).hasSuffix("\nx \(written)\n"))
    }
  }

  @Test("A metric without a current value is described without one")
  func unknown() async {
    #expect(await text([.number(.gauge, "x", "X.") { nil }]) == "# HELP x X.\n# TYPE x gauge\n")
  }

  @Test("Events are counted by their labels in concurrent tasks")
  func events() async {
    let counter = EventCounter()
    await withTaskGroup { group in
      for _ in 0..<1000 { group.addTask { counter.count("a", "done") } }
    }
    counter.count("a", "failed")
    let metric = counter.metric("events", labels: ["action", "result"], "Events.")
    #expect(
      await text([metric]).hasSuffix(
        "events_total{action=\"a\",result=\"done\"} 1000\nevents_total{action=\"a\",result=\"failed\"} 1\n"))
  }
}
