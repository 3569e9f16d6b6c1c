package dev.quintet.gateway.pipeline;

import dev.quintet.gateway.domain.tenant.Fairness;
import dev.quintet.gateway.domain.tenant.Tenant;
import dev.quintet.gateway.domain.tenant.TenantTable;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashMap;
import java.util.Map;

/** Once a second: whether the gateway is degraded, and how evenly the busiest tenants were served since the last look. */
@ApplicationScoped
class Sampler {
    /** More would make each look longer than it is worth; the table is walked in order of arrival. */
    private static final int TENANTS_MAX = 1_000;

    private final AdmissionScheduler desk;
    private final Map<String, Long> before = new HashMap<>(); // one sample at a time
    private volatile int degraded;
    private volatile double jain = 1;

    Sampler(AdmissionScheduler desk, MeterRegistry meters) {
        this.desk = desk;
        Gauge.builder("gateway_degraded", this, sampler -> sampler.degraded)
                .description("1 while writes to some upstream are shed.")
                .register(meters);
        Gauge.builder("gateway_fairness_jain", this, sampler -> sampler.jain)
                .description("Jain's index of the service that waiting tenants got in the last second.")
                .register(meters);
    }

    void sample(MetricsTick tick) {
        int[] shed = new int[1];
        desk.each(lane -> shed[0] |= lane.degraded() ? 1 : 0);
        degraded = shed[0];
        desk.tenants(this::compare);
    }

    /** Only tenants that wait are compared: who asks for less than a share is not served unfairly. */
    private void compare(TenantTable tenants) {
        int size = Math.min(tenants.size(), TENANTS_MAX);
        double[] served = new double[size];
        int count = 0;
        Map<String, Long> now = new HashMap<>();
        for (int i = 0; i < size; i++) {
            Tenant tenant = tenants.at(i);
            long sum = 0;
            int waiting = 0;
            for (int lane = 0; lane < desk.lanes(); lane++) {
                var flow = tenant.knownFlow(lane);
                sum += flow == null ? 0 : flow.servedCost();
                waiting += flow == null ? 0 : flow.waiting();
            }
            now.put(tenant.name(), sum);
            if (waiting > 0) {
                served[count++] = (double) (sum - before.getOrDefault(tenant.name(), sum)) / tenant.quantum();
            }
        }
        before.clear();
        before.putAll(now);
        jain = Fairness.jain(served, count);
    }
}
